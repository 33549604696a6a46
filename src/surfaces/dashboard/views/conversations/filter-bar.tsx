import { useEffect, useRef, useState } from 'preact/hooks'
import { heard, say, sayWith } from '../../locale/say.ts'
import { useKeys } from '../../parts/keyboard/use-keys.ts'
import { count, money, percent } from '../../parts/numbers.ts'
import { linkWith, setQuery } from '../../shell/router.ts'
import { type Conversation, type Narrowing, periods, sorts, sumsOf, valuesOf } from './narrow.ts'

interface FilterBarProps {
  readonly all: readonly Conversation[]
  readonly shown: readonly Conversation[]
  readonly narrowing: Narrowing
}

/** What the list is narrowed to, and what the shown ones come to. */
export function FilterBar({ all, shown, narrowing }: FilterBarProps) {
  const { conversations, requests, spent, saved, before, after } = sumsOf(shown)
  const isNarrowed = Object.entries(narrowing).some(
    ([name, value]) => name !== 'period' && name !== 'sort' && value !== '',
  )
  return (
    <div class="filter-bar">
      <TextFilter value={narrowing.text} />
      <Choice name="period" label={say('Period')} value={narrowing.period} options={periods} />
      <Choice
        name="agent"
        label={say('Agent')}
        any={say('Any agent')}
        value={narrowing.agent}
        values={valuesOf(all, (one) => [one.agent])}
      />
      <Choice
        name="model"
        label={say('Model')}
        any={say('Any model')}
        value={narrowing.model}
        values={valuesOf(all, (one) => one.models)}
      />
      <Choice
        name="status"
        label={say('Status')}
        any={say('Any status')}
        value={narrowing.status}
        values={['ok', 'failed', 'aborted']}
      />
      <Choice
        name="warning"
        label={say('Warning')}
        any={say('Any warning')}
        value={narrowing.warning}
        values={valuesOf(all, (one) => one.warnings)}
      />
      <Choice
        name="api"
        label={say('API')}
        any={say('Any API')}
        value={narrowing.api}
        values={valuesOf(all, (one) => [one.source])}
      />
      <Choice name="sort" label={say('Order')} value={narrowing.sort} options={sorts} />
      {isNarrowed && (
        <button type="button" class="button button-quiet" onClick={clear}>
          {say('Clear filters')}
        </button>
      )}
      <p class="filter-sums" aria-live="polite">
        {sayWith(
          '{} conversations, {} requests · {} spent · {} saved',
          <strong>{count(conversations)}</strong>,
          <Sorted by="requests">{count(requests)}</Sorted>,
          <Sorted by="spent">{money(spent)}</Sorted>,
          <Sorted by="saved" tone={saved < 0 ? 'loss' : 'gain'}>
            {money(saved)}
          </Sorted>,
        )}
        {before > 0 && ' · '}
        {before > 0 &&
          sayWith(
            '{} of tokens left out',
            <Sorted by="freed">{percent(before - after, before)}</Sorted>,
          )}
      </p>
    </div>
  )
}

const clear = (): void =>
  setQuery({
    text: undefined,
    agent: undefined,
    model: undefined,
    status: undefined,
    warning: undefined,
    api: undefined,
  })

interface SortedProps {
  readonly by: string
  readonly tone?: 'loss' | 'gain'
  readonly children: string
}

/** A sum that leads to the conversations it comes from, the largest first. */
function Sorted({ by, tone, children }: SortedProps) {
  return (
    <a
      href={linkWith({ sort: by })}
      class={tone ? `sum-link ${tone}` : 'sum-link'}
      title={say('The largest first')}
    >
      {children}
    </a>
  )
}

/** `/` leads here. */
function TextFilter({ value }: { value: string }) {
  const [text, setText] = useState(value)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => setText(value), [value])
  useKeys({ '/': () => field.current?.focus() })
  return (
    <input
      class="input filter-text"
      type="search"
      ref={field}
      aria-label={say('Filter by text')}
      placeholder={say('Filter by text …')}
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value)
        setQuery({ text: event.currentTarget.value })
      }}
    />
  )
}

interface ChoiceProps {
  readonly name: keyof Narrowing
  readonly label: string
  /** What stands there when nothing is chosen. */
  readonly any?: string
  readonly value: string
  readonly values?: readonly string[]
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

function Choice({ name, label, any = '', value, values = [], options }: ChoiceProps) {
  const choices = options ?? [
    { value: '', label: any },
    ...values.map((one) => ({ value: one, label: heard(one) })),
  ]
  if (choices.length < 2) return null
  return (
    <select
      class="input filter-choice"
      aria-label={label}
      value={value}
      onChange={(event) => setQuery({ [name]: event.currentTarget.value })}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
