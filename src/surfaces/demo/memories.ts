/** What was remembered before. */
export const demoMemories = [
  'A retry without jitter makes an outage worse: add jitter to every retry.',
  'Read the decline code before a charge is retried: a declined card is final.',
  'The build cache key must hold the lockfile, or stale modules slip in.',
  'Snapshot tests of money hide rounding: assert the cents.',
]
