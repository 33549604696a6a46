import { useEffect, useRef, useState } from 'preact/hooks'
import { count, money, percent } from '../../parts/numbers.ts'
import { useKeys } from '../../parts/use-keys.ts'
import { setQuery } from '../../shell/router.ts'
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
      <Choice name="period" value={narrowing.period} options={periods} />
      <Choice name="agent" value={narrowing.agent} values={valuesOf(all, (one) => [one.agent])} />
      <Choice name="model" value={narrowing.model} values={valuesOf(all, (one) => one.models)} />
      <Choice name="status" value={narrowing.status} values={['ok', 'failed', 'aborted']} />
      <Choice
        name="warning"
        value={narrowing.warning}
        values={valuesOf(all, (one) => one.warnings)}
      />
      <Choice name="sort" value={narrowing.sort} options={sorts} />
      {isNarrowed && (
        <button type="button" class="button button-quiet" onClick={clear}>
          Clear filters
        </button>
      )}
      <p class="filter-sums" aria-live="polite">
        <strong>{count(conversations)}</strong> conversations, {count(requests)} requests ·{' '}
        <strong>{money(spent)}</strong> spent ·{' '}
        <strong class={saved < 0 ? 'loss' : 'gain'}>{money(saved)}</strong> saved
        {before > 0 && ` · ${percent(before - after, before)} of tokens left out`}
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
  })

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
      aria-label="Filter by words"
      placeholder="Filter by words …"
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value)
        setQuery({ text: event.currentTarget.value })
      }}
    />
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly values?: readonly string[]
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

function Choice({ name, value, values = [], options }: ChoiceProps) {
  const choices = options ?? [
    { value: '', label: `Any ${name}` },
    ...values.map((one) => ({ value: one, label: one })),
  ]
  if (choices.length < 2) return null
  return (
    <select
      class="input filter-choice"
      aria-label={name}
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
