import type { Say } from '../../../core/text/say.ts'
import type { ConversationSummary, LedgerRow, LedgerTotal } from '../../../engine.ts'
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
}

/** The whole page as lines, none wider than the terminal. */
export function topPage(facts: TopFacts, order: TopOrder, size: TopSize, say: Say): string[] {
  const head = [summaryLine(facts, say), '']
  const foot = [say('q quit   n newest   s spent   v saved')]
  const free = Math.max(4, size.lines - head.length - foot.length - 3)
  const forConversations = Math.min(facts.conversations.length, Math.ceil(free * 0.6))
  const page = [
    ...head,
    conversationHead(say),
    ...ordered(facts.conversations, order)
      .slice(0, forConversations)
      .map((one) => conversationLine(one, facts.now, size.columns)),
    '',
    ...facts.rows.slice(0, free - forConversations).map(rowLine),
  ]
  const filled = [...page.slice(0, size.lines - 1), ...foot]
  return filled.map((line) => line.slice(0, size.columns))
}

function summaryLine({ url, total, perMinute, conversations }: TopFacts, say: Say): string {
  const read = total?.cacheTokens.read ?? 0
  const sent = total?.tokens.after ?? 0
  const share = sent > 0 ? `${Math.round((100 * read) / sent)} %` : '–'
  const daemon = url ?? say('no daemon runs')
  const figures = [
    `${say('today')}: ${money(total?.spentUsd ?? 0)} ${say('spent')}`,
    `${money(total?.savedUsd ?? 0)} ${say('saved')}`,
    `${share} ${say('from caches')}`,
    `${conversations.length} ${say('conversations')}`,
    `${perMinute}/min`,
  ]
  return `tamis  ${daemon}   ${figures.join('   ')}`
}

function conversationHead(say: Say): string {
  return columns(say('last'), say('requests'), say('spent'), say('saved'), say('conversation'))
}

function conversationLine(one: ConversationSummary, now: number, width: number): string {
  const title = printable(one.title ?? one.id).replaceAll('\n', ' ')
  const who = [one.agent, one.models[0]].filter(Boolean).join(' ')
  const status = one.status === 'ok' ? '' : ` [${one.status}]`
  const text = `${who}${status}  ${title}`.slice(0, width)
  return columns(
    ago(now - one.last_at),
    count(one.requests),
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

function rowLine({ at, kind, source, tokens, goal, details = {} }: LedgerRow): string {
  const time = new Date(at).toTimeString().slice(0, 8)
  const sizes = tokens ? `${count(tokens.before)} → ${count(tokens.after)}` : ''
  const what = printable(goal ?? String(details.model ?? source)).replaceAll('\n', ' ')
  return `${time} ${kind.padEnd(9)} ${sizes.padEnd(20)} ${what}`
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

const whole = new Intl.NumberFormat('en')

function count(value: number): string {
  return whole.format(Math.round(value))
}

function money(value: number): string {
  return `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`
}

function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
