import type { Say } from '../../../core/text/say.ts'
import type { ConversationSummary, LedgerRow, LedgerTotal } from '../../../engine.ts'
import { grouped, money } from '../../../operations/traffic/ledger-line.ts'
import { counted, phrase } from '../../../phrase.ts'
import { printable } from '../page/printable.ts'

/** What the page shows, all of today. */
export interface TopFacts {
  readonly now: number
  /** Where the daemon listens; `undefined` when none runs. */
  readonly url: string | undefined
  readonly total: LedgerTotal | undefined
  /** Rows of the last minute. */
  readonly perMinute: number
  readonly conversations: readonly ConversationSummary[]
  readonly rows: readonly LedgerRow[]
}

export type TopOrder = 'newest' | 'spent' | 'saved'

interface TopSize {
  readonly columns: number
  readonly lines: number
  /** Whether keys are heard, and so are named. */
  readonly hasKeys: boolean
}

/** The whole page as lines, none wider than the terminal. */
export function topPage(facts: TopFacts, order: TopOrder, size: TopSize, say: Say): string[] {
  const head = [
    `tamis  ${facts.url ?? say('no daemon runs')}`,
    summaryLine(facts, size.columns, say),
    '',
  ]
  const foot = size.hasKeys ? [say('q quit   n newest   s spent   v saved')] : []
  const free = Math.max(4, size.lines - head.length - foot.length - 4)
  const forConversations = Math.min(facts.conversations.length, Math.ceil(free * 0.6))
  if (facts.conversations.length === 0 && facts.rows.length === 0)
    return [...head, nothingYet(facts, say), ...foot].map((line) => cut(line, size.columns))
  const page = [
    ...head,
    conversationHead(order, say),
    ...ordered(facts.conversations, order)
      .slice(0, forConversations)
      .map((one) => conversationLine(one, facts.now, size.columns)),
    '',
    rowHead(say),
    ...facts.rows.slice(0, free - forConversations).map(rowLine),
  ]
  const filled = [...page.slice(0, size.lines - foot.length), ...foot]
  return filled.map((line) => cut(line, size.columns))
}

function cut(line: string, columns: number): string {
  return line.length > columns ? `${line.slice(0, columns - 1)}…` : line
}

function nothingYet({ url }: TopFacts, say: Say): string {
  return url === undefined
    ? say('Nothing yet today. `tamis up` starts the daemon.')
    : say('Nothing yet today. `tamis setup` points your agents here; `tamis demo` shows it all.')
}

/** As many figures as the terminal has room for; none is cut. */
function summaryLine(
  { total, perMinute, conversations }: TopFacts,
  width: number,
  say: Say,
): string {
  const read = total?.cacheTokens.read ?? 0
  const sent = total?.tokens.after ?? 0
  const share = sent > 0 ? `${Math.round((100 * read) / sent)} %` : '–'
  const figures = [
    `${say('today')}: ${money(total?.spentUsd ?? 0)} ${say('spent')}`,
    `${money(total?.savedUsd ?? 0)} ${say('saved')}`,
    `${share} ${say('from caches')}`,
    say(counted(conversations.length, '{} conversation', '{} conversations')),
    say(phrase`${grouped(perMinute)} a minute`),
  ]
  let line = ''
  for (const figure of figures) {
    const longer = line === '' ? figure : `${line}   ${figure}`
    if (longer.length > width) break
    line = longer
  }
  return line
}

/** The names of the columns; the one that orders the list has an arrow. */
function conversationHead(order: TopOrder, say: Say): string {
  const name = (text: string, its: TopOrder): string => (its === order ? `${text} ↓` : text)
  return columns(
    name(say('last'), 'newest'),
    say('requests'),
    name(say('spent'), 'spent'),
    name(say('saved'), 'saved'),
    say('conversation'),
  )
}

function conversationLine(one: ConversationSummary, now: number, width: number): string {
  const title = printable(one.title ?? one.id).replaceAll('\n', ' ')
  const who = [one.agent, one.models[0]].filter(Boolean).join(' ')
  const status = one.status === 'ok' ? '' : ` [${one.status}]`
  const text = `${who}${status}  ${title}`.slice(0, width)
  return columns(
    ago(now - one.last_at),
    grouped(one.requests),
    money(one.spent_usd),
    money(one.saved_usd),
    printable(text),
  )
}

function columns(
  last: string,
  requests: string,
  spent: string,
  saved: string,
  text: string,
): string {
  return `${last.padEnd(8)} ${requests.padStart(9)} ${spent.padStart(9)} ${saved.padStart(9)}  ${text}`
}

function rowHead(say: Say): string {
  return rowColumns(say('time'), say('kind'), say('tokens'), say('sent'), '', say('goal or model'))
}

function rowLine({ at, kind, source, tokens, goal, details = {} }: LedgerRow): string {
  const time = new Date(at).toTimeString().slice(0, 8)
  const what = printable(goal ?? String(details.model ?? source)).replaceAll('\n', ' ')
  if (!tokens) return rowColumns(time, kind, '', '', '', what)
  const { before, after } = tokens
  const change = before > 0 ? `${Math.round((100 * (after - before)) / before)} %` : ''
  return rowColumns(time, kind, grouped(before), grouped(after), change.replace('-', '−'), what)
}

function rowColumns(
  time: string,
  kind: string,
  before: string,
  after: string,
  change: string,
  what: string,
): string {
  return `${time.padEnd(8)} ${kind.padEnd(9)} ${before.padStart(9)} ${after.padStart(9)} ${change.padStart(6)}  ${what}`
}

const keyOf: Readonly<Record<TopOrder, (one: ConversationSummary) => number>> = {
  newest: ({ last_at }) => last_at,
  spent: ({ spent_usd }) => spent_usd,
  saved: ({ saved_usd }) => saved_usd,
}

function ordered(
  conversations: readonly ConversationSummary[],
  order: TopOrder,
): readonly ConversationSummary[] {
  return conversations.toSorted((a, b) => keyOf[order](b) - keyOf[order](a))
}

function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
