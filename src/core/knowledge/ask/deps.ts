import type { Entailment } from '../../../ports/entailment.ts'
import type { Llm } from '../../../ports/llm.ts'
import type { DocumentFilter } from '../../../ports/store/document-rows.ts'
import type { SearchMode } from '../search/rank-chunks.ts'
import type { SearchDeps, SearchOutcome } from '../search/search.ts'

/** What an answer is made with. */
export interface AskDeps extends SearchDeps {
  /** Absent: sentences are quoted, or the question is refused with an error. */
  readonly llm: Llm | undefined
  /** Judges entailment where that is asked for; absent: the chat model does. */
  readonly entailment?: Entailment | undefined
  readonly settings: AskSettings
}

export interface AskSettings {
  /** Evidence below this is refused. */
  readonly scoreGate: number
  readonly promptTemplateVersion: string
  readonly maxAnswerTokens: number
  readonly verification: 'spans' | 'entailment' | 'none'
  /** Quote sentences when the model cannot be reached, and say so. */
  readonly fallBackToExtracts: boolean
}

export interface AskRequest {
  readonly question: string
  readonly mode: SearchMode
  readonly k: number
  readonly multiHop: boolean
  readonly extractive: boolean
  readonly filter: DocumentFilter
}

/** Receives the answer as the model writes it; what was streamed may still be refused at the end. */
export type OnText = (text: string) => void

/** A question with what the first search found. */
export interface Probed {
  readonly request: AskRequest
  readonly found: SearchOutcome
}
