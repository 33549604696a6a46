import type { OutputOf } from '../../api/operations.ts'
import { say } from '../../locale/say.ts'
import { startOfDay } from '../../parts/numbers.ts'

export type Conversation = OutputOf<'conversations.list'>['conversations'][number]

export const periods = [
  { value: '1', label: say('Today') },
  { value: '2', label: say('Since yesterday') },
  { value: '7', label: say('7 days') },
  { value: '30', label: say('30 days') },
] as const

export type Period = (typeof periods)[number]['value']

/** What the list is narrowed to, as the address has it. */
export interface Narrowing {
  readonly period: Period
  readonly text: string
  readonly agent: string
  readonly model: string
  readonly status: string
  readonly warning: string
  /** The interface of a provider that was spoken. */
  readonly api: string
  readonly sort: string
}

export function narrowingOf(query: URLSearchParams): Narrowing {
  const text = (name: string): string => query.get(name) ?? ''
  return {
    period: periods.find(({ value }) => value === text('period'))?.value ?? '7',
    text: text('text'),
    agent: text('agent'),
    model: text('model'),
    status: text('status'),
    warning: text('warning'),
    api: text('api'),
    sort: text('sort'),
  }
}

/** From the reader's midnight so many days ago. */
export function sinceOf(period: Period, now: number): string {
  const today = new Date(startOfDay(now))
  today.setDate(today.getDate() - (Number(period) - 1))
  return today.toISOString()
}

const orders: Readonly<Record<string, (of: Conversation) => number>> = {
  spent: ({ spent_usd }) => spent_usd,
  saved: ({ saved_usd }) => saved_usd,
  tokens: ({ tokens }) => tokens.after,
  requests: ({ requests }) => requests,
  freed: ({ tokens }) => tokens.before - tokens.after,
  misses: ({ tokens, cache_read_tokens }) => tokens.after - cache_read_tokens,
}

export const sorts = [
  { value: '', label: say('Newest first') },
  { value: 'spent', label: say('Most spent') },
  { value: 'saved', label: say('Most saved') },
  { value: 'tokens', label: say('Most tokens sent') },
  { value: 'freed', label: say('Most tokens left out') },
  { value: 'misses', label: say('Most tokens not read from a cache') },
  { value: 'requests', label: say('Most requests') },
] as const

/** Those that match, in the order asked for. */
export function narrowed(
  conversations: readonly Conversation[],
  { text, agent, model, status, warning, api, sort }: Narrowing,
): readonly Conversation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matching = conversations.filter((one) => {
    const said = `${one.title ?? ''} ${one.id} ${one.agent} ${one.models.join(' ')}`.toLowerCase()
    return (
      words.every((word) => said.includes(word)) &&
      (agent === '' || one.agent === agent) &&
      (model === '' || one.models.includes(model)) &&
      (status === '' || one.status === status) &&
      (warning === '' || one.warnings.includes(warning)) &&
      (api === '' || one.source === api)
    )
  })
  const order = orders[sort]
  return order ? matching.toSorted((a, b) => order(b) - order(a)) : matching
}

interface Sums {
  readonly conversations: number
  readonly requests: number
  readonly spent: number
  readonly saved: number
  readonly before: number
  readonly after: number
}

/** What the shown conversations come to. */
export function sumsOf(conversations: readonly Conversation[]): Sums {
  const sum = (of: (one: Conversation) => number): number =>
    conversations.reduce((total, one) => total + of(one), 0)
  return {
    conversations: conversations.length,
    requests: sum(({ requests }) => requests),
    spent: sum(({ spent_usd }) => spent_usd),
    saved: sum(({ saved_usd }) => saved_usd),
    before: sum(({ tokens }) => tokens.before),
    after: sum(({ tokens }) => tokens.after),
  }
}

/** Every value of a field, once. */
export function valuesOf(
  conversations: readonly Conversation[],
  of: (one: Conversation) => readonly string[],
): readonly string[] {
  return [...new Set(conversations.flatMap(of))].filter((value) => value !== '').sort()
}
