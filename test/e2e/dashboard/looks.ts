/** Every view, one of them with something open. */
export const views = [
  'live',
  'conversations',
  'savings',
  'prune',
  'tools/cap%3Aweekly-report',
  'knowledge',
  'memory',
  'settings',
]

/** How people look at it. */
export const looks = [
  { theme: 'light', isPhone: false },
  { theme: 'dark', isPhone: false },
  { theme: 'light', isPhone: true },
  { theme: 'dark', isPhone: true },
] as const
