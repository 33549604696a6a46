import { carriedTable, doors } from '../test/e2e/carries/table.ts'

/** What each door of the gateway carries, as a page of the reference. */
export function carriesSections(): readonly string[] {
  const introduction =
    'What passes between clients and upstream servers, by door. Every cell is shown by a test of [shows.ts](../../test/e2e/carries/shows.ts), which drives a running daemon with the official client and a server process, each of the 2025 and of the 2026 protocol, in all four combinations. Tasks are those of each protocol: an experiment in 2025, the extension `io.modelcontextprotocol/tasks` in 2026, whose status is asked for and not announced.'
  const rows = Object.entries(carriedTable).map(
    ([what, cells]) => `| ${[what, ...doors.map((door) => cells[door])].join(' | ')} |`,
  )
  const head = [
    '| | `/mcp` | `/mcp?profile=transparent` | `/mcp/NAME` |',
    '| --- | --- | --- | --- |',
  ]
  return [introduction, [...head, ...rows].join('\n')]
}
