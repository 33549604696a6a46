/** What pruning goes by where nobody set anything else; the schema has them from here. */
export const usualPruneLimits = {
  maxInputChars: 20_000_000,
  pruneIdTtlS: 7 * 86_400,
  usdPerMillionTokens: 3,
} as const
