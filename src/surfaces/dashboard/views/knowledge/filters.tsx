import { useEffect, useState } from 'preact/hooks'
import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { say } from '../../locale/say.ts'
import { Choice } from '../../parts/controls/choice.tsx'
import { setQuery } from '../../shell/router.ts'
import type { Narrowing } from './narrowing.ts'

/** Which documents may answer; all of it stands in the address. */
export function Filters({
  narrowing,
  sources,
}: {
  narrowing: Narrowing
  sources: readonly string[]
}) {
  const { source, kind, trust, path, mode } = narrowing
  const isNarrowed = [source, kind, trust, path].some((value) => value !== '')
  return (
    <div class="filter-bar">
      <Choice
        label={say('Source')}
        value={source}
        options={[
          { value: '', label: say('Any source') },
          ...sources.map((value) => ({ value, label: markHidden(value.slice(0, 80)) })),
        ]}
        onChange={(value) => setQuery({ source: value })}
      />
      <Choice
        label={say('Kind')}
        value={kind}
        options={[
          { value: '', label: say('Any kind') },
          { value: 'code', label: say('Code') },
          { value: 'docs', label: say('Documentation') },
          { value: 'tests', label: say('Tests') },
          { value: 'config', label: say('Configuration') },
        ]}
        onChange={(value) => setQuery({ kind: value })}
      />
      <Choice
        label={say('Trust')}
        value={trust}
        options={[
          { value: '', label: say('Any trust') },
          { value: 'high', label: say('High trust') },
          { value: 'medium', label: say('Medium trust') },
          { value: 'low', label: say('Low trust') },
        ]}
        onChange={(value) => setQuery({ trust: value })}
      />
      <Choice
        label={say('Search by')}
        value={mode}
        options={[
          { value: '', label: say('Words and meaning') },
          { value: 'lexical', label: say('Words only') },
          { value: 'vector', label: say('Meaning only') },
        ]}
        onChange={(value) => setQuery({ mode: value })}
      />
      <PathField value={path} />
      {isNarrowed && (
        <button
          type="button"
          class="button button-quiet"
          onClick={() => setQuery({ source: '', kind: '', trust: '', path: '' })}
        >
          {say('Clear filters')}
        </button>
      )}
    </div>
  )
}

/** Holds what is typed itself: the address follows a moment later. */
function PathField({ value }: { value: string }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  return (
    <input
      class="input filter-text"
      aria-label={say('Path')}
      placeholder={say('Path, for example docs/*.md')}
      value={text}
      onInput={(event) => {
        setText(event.currentTarget.value)
        setQuery({ path: event.currentTarget.value })
      }}
    />
  )
}
