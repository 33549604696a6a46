import type { Ledger } from '../../ports/store/ledger.ts'
import type { MemoryFiles } from '../../ports/store/memories.ts'
import type { Tokenizer } from '../../ports/tokenizer.ts'
import type { CorpusDeps } from './search/vectors.ts'

/** Everything memory needs from outside. */
export interface MemoryDeps extends CorpusDeps {
  readonly files: MemoryFiles
  readonly ledger: Ledger
  readonly tokenizer: Tokenizer
  /** What a promotion rests on: the contract's score alone, or also a pass rate that does not fall. */
  readonly promoteOn: 'reuse' | 'reuse_and_lift'
}

/** What a function of memory has to say on stderr besides its result. */
export interface Spoken {
  readonly messages: readonly string[]
}
