/** What passes through each door: yes, or why not. */
export interface CarriedRow {
  readonly what: string
  readonly mcp: string
  readonly transparent: string
  readonly one: string
}

const everywhere = { mcp: 'yes', transparent: 'yes', one: 'yes' }
const offered = {
  mcp: 'yes, with `gateway.offer`',
  transparent: 'yes, with `gateway.offer`',
  one: 'yes',
}
const noTasks =
  'no: they are an experiment of the 2025 protocol and an extension of the 2026 one, and the SDK runs neither'

/** What each door of the gateway carries; `gateway-carries.test.ts` shows every yes. */
export const carriedTable: readonly CarriedRow[] = [
  { what: 'pictures and other content', ...everywhere },
  { what: 'elicitation', ...everywhere },
  { what: 'sampling', ...everywhere },
  { what: 'roots', ...everywhere },
  { what: 'progress', ...everywhere },
  { what: 'log messages', ...everywhere },
  { what: 'cancelling by a 2025 client (`notifications/cancelled`)', ...everywhere },
  { what: 'cancelling by a 2026 client (its stream ends)', ...everywhere },
  {
    what: 'consent to a destructive tool, by elicitation',
    mcp: 'yes',
    transparent: 'left to the client, which sees the annotations; where a rule says `confirm`, yes',
    one: 'left to the client, which sees the annotations; where a rule says `confirm`, refused',
  },
  { what: 'prompts', ...offered },
  { what: 'resources and their templates', ...offered },
  {
    what: '`tools/list_changed`',
    mcp: 'never: its list is constant',
    transparent: 'yes, of the connection that clients share',
    one: 'yes',
  },
  { what: 'tasks', mcp: noTasks, transparent: noTasks, one: 'passed on unread, and not tested' },
]
