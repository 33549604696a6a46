/** A few pages of a team's handbook, as `knowledge.ingest` takes them. */
export const handbook = [
  {
    id: 'payments/retries.md',
    title: 'Retries',
    text: `# Retries

## Limits

A charge is retried at most 4 times, with jitter. The limit was raised from 3 to 4 because the provider had short outages.

## Never retried

A declined card is final: it is not retried, and the customer is asked for another one.
`,
  },
  {
    id: 'payments/refunds.md',
    title: 'Refunds',
    text: `# Refunds

Refunds are rounded half to even. The books compare cents and never floats.

A refund of a refund is not supported.
`,
  },
  {
    id: 'tooling/builds.md',
    title: 'Builds',
    text: `# Builds

The cache key of a build holds the lockfile. Tests run on every push, and a red main is mended before anything else.
`,
  },
  {
    id: 'people/on-call.md',
    title: 'On call',
    text: `# On call

The rota changes on Tuesdays at noon. Whoever is on call may roll back a deployment without asking.
`,
  },
]
