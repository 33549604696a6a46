import { carriedTable } from '../test/e2e/carries-table.ts'

/** What each door of the gateway carries, as a page of the reference. */
export function carriesSections(): readonly string[] {
  const introduction =
    'What passes between clients and upstream servers, by door. Every yes is shown by [gateway-carries.test.ts](../../test/e2e/gateway-carries.test.ts), which drives a running daemon with the official client and a server process, each of the 2025 and of the 2026 protocol, in all four combinations.'
  const rows = carriedTable.map(
    ({ what, mcp, transparent, one }) => `| ${what} | ${mcp} | ${transparent} | ${one} |`,
  )
  const head = [
    '| | `/mcp` | `/mcp?profile=transparent` | `/mcp/NAME` |',
    '| --- | --- | --- | --- |',
  ]
  return [introduction, [...head, ...rows].join('\n')]
}
