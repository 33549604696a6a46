import type { OutputOf } from '../../api/operations.ts'
import { useCall } from '../../api/use-call.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { FailureNote } from '../../parts/failure.tsx'
import { counted } from '../../parts/numbers.ts'
import { Board } from './board.tsx'
import { Compounding } from './compounding.tsx'
import { NextBlock } from './next-block.tsx'
import { Proposals } from './proposals.tsx'
import { RememberForm } from './remember-form.tsx'
import { Sources } from './sources.tsx'

/** Experience that compounds: what is known, what would be said next, and whether it helps. */
export function Memory() {
  const list = useCall('memory.list', { limit: 5000 })
  const { value, failure } = list
  return (
    <div class="view">
      <div class="view-head">
        <h1>Memory</h1>
        {value && <Counts counts={value.counts} />}
      </div>
      {failure && <FailureNote failure={failure} retry={list.reload} />}
      {value && <Messages messages={value.messages} />}
      <RememberForm onDone={list.reload} />
      <Proposals onAccept={list.reload} />
      {value &&
        (value.learnings.length === 0 ? (
          <NoLearning />
        ) : (
          <Board learnings={value.learnings} counts={value.counts} onChange={list.reload} />
        ))}
      <div class="memory-columns">
        <NextBlock />
        <Compounding />
      </div>
      <div class="memory-columns">
        <Sources
          kind="veille"
          title="Watch notes"
          none="No watch note is indexed."
          command="tamis memory veille index"
        />
        <Sources
          kind="clarification"
          title="Clarifications"
          none="No clarification was given yet."
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
      {counted(inUse, 'learning')} in use, {counts.archived} archived
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
        <h2>Nothing was learned yet</h2>
        <p class="soft">A learning is a sentence worth re-reading before the next task.</p>
      </div>
      <CommandLine command={'tamis remember "Close the pool before the process exits"'} />
    </section>
  )
}
