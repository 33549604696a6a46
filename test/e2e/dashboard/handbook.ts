/** A few pages of a team's handbook. */
export const handbook = [
  {
    id: 'payments/retries.md',
    title: 'Retries',
    text: '# Retries\n\n## Limits\n\nA charge is retried at most 4 times, with jitter. The limit was raised from 3 to 4 in March 2025 because the provider had short outages.\n\n## Ownership\n\nOnly the payments team may change the retry limits.\n',
  },
  {
    id: 'payments/refunds.md',
    title: 'Refunds',
    text: '# Refunds\n\nRefunds are rounded half to even. The ledger compares cents and never floats.\n\nA refund of a refund is not supported.\n',
  },
  {
    id: 'teams/payments.md',
    title: 'The payments team',
    text: '# The payments team\n\nThe payments team was formed in 2021 and owns checkout, charges and refunds. Its on-call rota is in the calendar.\n',
  },
  {
    id: 'tooling/ci.md',
    title: 'Continuous integration',
    text: '# Continuous integration\n\nThe build cache key holds the lockfile. Tests run on every push; a red main is fixed before anything else.\n',
  },
  {
    id: 'payments/pool.ts',
    title: 'pool.ts',
    kind: 'code',
    text: "import { connect } from './connect.ts'\n\nconst mostConnections = 8\n\n/** Opens a pool; the caller closes it. */\nexport function openPool(url: string): Pool {\n  const free = Array.from({ length: mostConnections }, () => connect(url))\n  return { acquire: () => free.pop(), release: (one) => free.push(one) }\n}\n",
  },
] as const
