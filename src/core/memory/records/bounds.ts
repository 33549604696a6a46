/** The bounds every record must respect; a value outside them is rejected, never trimmed. */
export const bounds = {
  titleChars: 256,
  summaryChars: 2000,
  /** Taken from the head of a note that has no summary section. */
  summaryFallbackChars: 400,
  learningChars: 8000,
  /** One answer of a clarification. */
  answerChars: 100_000,
  tags: 32,
  tagChars: 64,
  nameChars: 64,
  maxReuseScore: 999_999.9999,
} as const

/** How much one injected block may hold. */
export const sectionLimits = { learnings: 5, veille: 3, clarifications: 3 } as const

/** Questions put to the product owner before a story starts. */
export const questionCount = 4
