import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { FailureNote } from '../../parts/failure.tsx'
import { useRowKeys } from '../../parts/keyboard/use-row-keys.ts'
import { Marked, wordsOf } from '../../parts/text/marked.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { linkTo } from '../../shell/router.ts'

/** Learnings, watch notes and clarifications by words and meaning. */
export function MemorySearch() {
  const [text, setText] = useState('')
  const query = useSettled(text.trim())
  const { value, failure } = useCall(
    'memory.search',
    query === '' ? undefined : { query, limit: 30 },
  )
  const list = useRowKeys<HTMLUListElement>()
  const kinds = {
    learning: say('learning'),
    veille: say('watch note'),
    clarification: say('clarification'),
  }
  return (
    <section class={query === '' ? undefined : 'panel'} aria-label={say('Search memory')}>
      <div class={query === '' ? undefined : 'panel-head'}>
        <input
          class="input memory-search"
          type="search"
          aria-label={say('Search memory')}
          placeholder={say('Search memory')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        {query !== '' && value && (
          <span class="soft">{say('{} hit|{} hits', value.hits.length)}</span>
        )}
      </div>
      {failure && <FailureNote failure={failure} />}
      {query !== '' && value && (
        <ul class="sources" ref={list}>
          {value.hits.map((hit) => (
            <li key={hit.id}>
              <span class="soft">
                {kinds[hit.kind]} {hit.date.slice(0, 10)}
              </span>
              {hit.kind === 'learning' ? (
                <a href={linkTo('memory', hit.id)}>
                  <Marked text={hit.text.slice(0, 280)} words={wordsOf(query)} />
                </a>
              ) : (
                <span class="foreign">
                  <Marked text={hit.text.slice(0, 280)} words={wordsOf(query)} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
