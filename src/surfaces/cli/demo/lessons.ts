/** What earlier stories taught, as `memory.remember` takes it. */
export const lessons = [
  {
    story: 'PD-101',
    text: 'A retry without jitter makes an outage worse: add jitter to every retry.',
    tags: ['retry'],
  },
  {
    story: 'PD-114',
    text: 'Read the decline code before a charge is retried: a declined card is final.',
    tags: ['retry', 'cards'],
  },
  {
    story: 'PD-120',
    text: 'The build cache key must hold the lockfile, or stale modules slip in.',
    tags: ['builds'],
  },
  {
    story: 'PD-131',
    text: 'Snapshot tests of money hide rounding: assert the cents.',
    tags: ['tests', 'money'],
  },
].map((lesson) => ({ ...lesson, domain: 'payments', project: 'shop' }))
