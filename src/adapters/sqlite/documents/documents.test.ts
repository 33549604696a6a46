import { documentsContract } from '../../../ports/store/documents.contract.ts'
import { documentsRefusals } from '../../../ports/store/documents-refusals.contract.ts'
import { openDocuments } from './open-documents.ts'

const open = async () => openDocuments(':memory:')
documentsContract('sqlite documents', open)
documentsRefusals(open, {
  whole: 'title : a AND NEAR(b c)',
  broken: ['AND', '"open', 'nosuch : a'],
})
