import { documentsContract } from '../../ports/store/documents.contract.ts'
import { inMemoryDocuments } from './documents.ts'

documentsContract('in-memory documents', async () => inMemoryDocuments())
