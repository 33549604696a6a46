import { useState } from 'preact/hooks'
import { call, type Failure } from '../../api/call.ts'
import type { OutputOf } from '../../api/operations.ts'
import { heard, say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { duration } from '../../parts/numbers.ts'
import { LongText } from '../../parts/text/long-text.tsx'
import { argumentsOf, type SchemaField, schemaFields } from './schema-fields.ts'

interface Ran {
  readonly output: OutputOf<'execute'>
  readonly ms: number
}

/** Runs a tool with what is typed into a form made from its schema, as an agent would call it. */
export function TryTool({ id, schema }: { id: string; schema: unknown }) {
  const fields = schemaFields(schema)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [isConfirmed, setConfirmed] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [ran, setRan] = useState<Ran>()
  const [failure, setFailure] = useState<Failure>()
  const run = async (): Promise<void> => {
    setFailure(undefined)
    setRunning(true)
    const startedAt = performance.now()
    try {
      const args = argumentsOf(fields, typed)
      const outcome = await call('execute', { id, args, ...(isConfirmed ? { confirm: true } : {}) })
      if (outcome.kind === 'failed') setFailure(outcome.failure)
      else setRan({ output: outcome.value, ms: performance.now() - startedAt })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      setFailure({ code: 'invalid_input', message: error.message })
    } finally {
      setRunning(false)
    }
  }
  return (
    <section class="panel" aria-label={say('Try it')}>
      <div class="panel-head">
        <h2>{say('Try it')}</h2>
        <span class="soft">{say('Runs for real, under the same policy as agents')}</span>
      </div>
      <form
        class="panel-body try-tool"
        onSubmit={(event) => {
          event.preventDefault()
          run().catch(reportError)
        }}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={typed[field.name] ?? field.initial}
            onInput={(value) => setTyped({ ...typed, [field.name]: value })}
          />
        ))}
        {fields.length === 0 && <p class="soft">{say('It takes no parameters.')}</p>}
        <label class="check">
          <input
            type="checkbox"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />{' '}
          {say('I accept what it may change or destroy')}
        </label>
        <button type="submit" class="button button-main" disabled={isRunning}>
          {isRunning ? say('Running …') : say('Run')}
        </button>
      </form>
      {failure && <FailureNote failure={failure} />}
      {ran && (
        <div class="panel-body" aria-label={say('Result')} role="status">
          <p class="soft">
            {heard(ran.output.status)}, {duration(ran.ms)}
          </p>
          <LongText text={JSON.stringify(ran.output, null, 2)} />
        </div>
      )}
    </section>
  )
}

interface FieldProps {
  readonly field: SchemaField
  readonly value: string
  readonly onInput: (value: string) => void
}

function Field({ field, value, onInput }: FieldProps) {
  const { name, kind, description, isRequired, choices } = field
  const options = kind === 'flag' ? ['', 'true', 'false'] : ['', ...choices]
  return (
    <label class="field" htmlFor={`try-${name}`}>
      <span>
        {name}
        {isRequired && ` (${say('required')})`}{' '}
        <small class="soft">{description.slice(0, 300)}</small>
      </span>
      {kind === 'flag' || kind === 'choice' ? (
        <select
          class="input"
          id={`try-${name}`}
          value={value}
          required={isRequired}
          onChange={(event) => onInput(event.currentTarget.value)}
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          id={`try-${name}`}
          value={value}
          required={isRequired}
          placeholder={kind === 'json' ? 'JSON' : ''}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </label>
  )
}
