import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { LoadDemoButton } from '../../demo/load-demo-button.tsx'
import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'

import { useNarrow } from '../../parts/use-narrow.ts'
import type { Route } from '../../shell/router.ts'
import { Board } from './board.tsx'
import { Compounding } from './compounding.tsx'
import { LearningPanel } from './learning-panel.tsx'
import { MemorySearch } from './memory-search.tsx'
import { NextBlock } from './next-block.tsx'
import { Proposals } from './proposals.tsx'
import { RememberForm } from './remember-form.tsx'
import { Sources } from './sources.tsx'

/** Experience that compounds: what is known, what would be said next, and whether it helps. */
export function Memory({ route }: { route: Route }) {
  const open = route.parts[0] ?? ''
  const list = useCall('memory.list', { limit: 5000 })
  const { value, failure } = list
  const opened = value?.learnings.find(({ id }) => id === open)
  const isNarrow = useNarrow()
  if (isNarrow && opened)
    return (
      <div class="view">
        <h1 class="visually-hidden">{say('Memory')}</h1>
        <LearningPanel learning={opened} onChange={list.reload} key={opened.id} />
      </div>
    )
  return (
    <div class="view view-wide">
      <div class="view-head">
        <h1>{say('Memory')}</h1>
        {value && <Counts counts={value.counts} />}
      </div>
      {failure && <FailureNote failure={failure} retry={list.reload} />}
      {value && <Messages messages={value.messages} />}
      <div class="memory-fields">
        <MemorySearch />
        <RememberForm onDone={list.reload} />
      </div>
      <Proposals onAccept={list.reload} />
      {opened && <LearningPanel learning={opened} onChange={list.reload} key={opened.id} />}
      {value && open !== '' && !opened && (
        <p class="soft">{say('No learning has the id {} any more.', open.slice(0, 80))}</p>
      )}
      {value &&
        (value.learnings.length === 0 ? (
          <NoLearning />
        ) : (
          <Board learnings={value.learnings} counts={value.counts} open={open} />
        ))}
      <div class="memory-columns">
        <NextBlock />
        <Compounding />
      </div>
      <div class="memory-columns">
        <Sources
          kind="veille"
          title={say('Watch notes')}
          none={say('No watch note is indexed.')}
          command="tamis memory veille index"
        />
        <Sources
          kind="clarification"
          title={say('Clarifications')}
          none={say('No clarification was given yet.')}
          command="tamis memory clarify --story PD-301 --project app --domain tooling"
        />
      </div>
    </div>
  )
}

function Counts({ counts }: { counts: OutputOf<'memory.list'>['counts'] }) {
  const inUse = counts.story + counts.domain + counts.global
  return (
    <p class="soft">
      {say(
        '{} learning in use, {} archived|{} learnings in use, {} archived',
        inUse,
        counts.archived,
      )}
    </p>
  )
}

function Messages({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <ul class="failure">
      {messages.slice(0, 5).map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}

function NoLearning() {
  return (
    <section class="panel empty">
      <div>
        <h2>{say('Nothing learned yet')}</h2>
        <p class="soft">
          {say('A learning is a sentence worth reading again before the next task.')}
        </p>
      </div>
      <CommandLine command={'tamis remember "Close the pool before the process exits"'} />
      <LoadDemoButton />
    </section>
  )
}
