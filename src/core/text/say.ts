import type { Phrase } from '../../phrase.ts'

/** What a person is told, in the reader's language; what has no translation stays English. */
export type Say = (message: Phrase) => string

/** Also marks a message that is said elsewhere, so that its translation is not missed. */
export const english: Say = String
