/** The doors through which clients reach upstream servers. */
export const doors = ['/mcp', 'transparent', '/mcp/NAME'] as const
export type Door = (typeof doors)[number]

const everywhere = { '/mcp': 'yes', transparent: 'yes', '/mcp/NAME': 'yes' }
const offered = {
  ...everywhere,
  '/mcp': 'yes, with `gateway.offer`',
  transparent: 'yes, with `gateway.offer`',
}
const leftToClient = 'left to the client, which sees the annotations; where a rule says `confirm`,'

/**
 * What each door of the gateway carries: yes, or why not. `shows.ts` has a test for every cell, which
 * `gateway-carries.test.ts` runs for clients and servers of both protocols; without one nothing compiles.
 */
export const carriedTable = {
  'pictures and other content': everywhere,
  elicitation: everywhere,
  sampling: everywhere,
  roots: everywhere,
  progress: everywhere,
  'log messages': everywhere,
  'cancelling: `notifications/cancelled` of a 2025 client, the end of the stream of a 2026 one':
    everywhere,
  'consent to a destructive tool, by elicitation': {
    '/mcp': 'yes',
    transparent: `${leftToClient} yes`,
    '/mcp/NAME': `${leftToClient} refused: what is asked there is the server’s alone`,
  },
  prompts: offered,
  'resources and their templates': offered,
  '`tools/list_changed`': { ...everywhere, '/mcp': 'never: its list is constant' },
  'tasks: begun, followed, asked, cancelled': everywhere,
} as const satisfies Readonly<Record<string, Readonly<Record<Door, string>>>>

export type Carried = keyof typeof carriedTable
