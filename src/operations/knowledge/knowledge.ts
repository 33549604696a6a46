import { askOperation } from './knowledge-ask.ts'
import { knowledgeBrowseOperations } from './knowledge-browse.ts'
import { knowledgeIngestOperations } from './knowledge-ingest.ts'
import { knowledgeSearchOperations } from './knowledge-search.ts'
import { sourcesOperation } from './knowledge-sources.ts'

/** Everything one can do with the knowledge base. */
export const knowledgeOperations = [
  ...knowledgeIngestOperations,
  ...knowledgeSearchOperations,
  askOperation,
  ...knowledgeBrowseOperations,
  sourcesOperation,
]
