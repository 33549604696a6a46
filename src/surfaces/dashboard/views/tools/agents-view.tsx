import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { Segmented } from '../../parts/controls/segmented.tsx'
import { count } from '../../parts/numbers.ts'
import { LongText } from '../../parts/text/long-text.tsx'

const levels = ['minimal', 'summary', 'full'] as const
type Verbosity = (typeof levels)[number]

/** The whole answer an agent gets to an intent, and what it costs at each verbosity. */
export function AgentsView({ intent }: { intent: string }) {
  const [verbosity, setVerbosity] = useState<Verbosity>('minimal')
  const texts = levels.map((level) => useAnswer(intent, level))
  const isKnown = texts.every((text) => text !== undefined)
  const counted = useCall(
    'tokens.count',
    isKnown ? { texts: texts.map((text) => text ?? '') } : undefined,
  )
  const shown = texts[levels.indexOf(verbosity)]
  return (
    <details class="agents-view">
      <summary>{say('As an agent sees it, in tokens')}</summary>
      <Segmented
        label={say('Verbosity of the whole answer')}
        options={levels.map((value, at) => {
          const tokens = counted.value?.tokens[at]
          return { value, label: tokens === undefined ? value : `${value} ${count(tokens)}` }
        })}
        value={verbosity}
        onChange={setVerbosity}
      />
      {shown !== undefined && <LongText text={JSON.stringify(JSON.parse(shown), null, 1)} />}
    </details>
  )
}

function useAnswer(intent: string, verbosity: Verbosity): string | undefined {
  const { value } = useCall('discover', { intent, verbosity })
  return value && JSON.stringify(value)
}
