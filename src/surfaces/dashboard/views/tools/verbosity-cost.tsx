import { useState } from 'preact/hooks'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { Segmented } from '../../parts/controls/segmented.tsx'
import { count } from '../../parts/numbers.ts'
import { LongText } from '../../parts/text/long-text.tsx'

type Verbosity = 'minimal' | 'summary' | 'full'

const levels: readonly Verbosity[] = ['minimal', 'summary', 'full']

/** What a model would be shown of this entry, and what that costs, at each verbosity. */
export function VerbosityCost({ id }: { id: string }) {
  const [verbosity, setVerbosity] = useState<Verbosity>('summary')
  const texts = levels.map((level) => useShownText(id, level))
  const counted = useCall(
    'tokens.count',
    texts.every((text) => text !== undefined)
      ? { texts: texts.map((text) => text ?? '') }
      : undefined,
  )
  const options = levels.map((value, at) => {
    const tokens = counted.value?.tokens[at]
    return { value, label: tokens === undefined ? value : `${value} ${count(tokens)}` }
  })
  const shown = texts[levels.indexOf(verbosity)]
  return (
    <section class="panel" aria-label={say('What a model is shown')}>
      <div class="panel-head">
        <h2>{say('What a model is shown, in tokens')}</h2>
        <Segmented
          label={say('Verbosity')}
          options={options}
          value={verbosity}
          onChange={setVerbosity}
        />
      </div>
      <div class="panel-body verbosity">
        {shown !== undefined && <LongText text={JSON.stringify(JSON.parse(shown), null, 1)} />}
      </div>
    </section>
  )
}

function useShownText(id: string, verbosity: Verbosity): string | undefined {
  const { value } = useCall('discover', { intent: id, verbosity, limit: 1 })
  const [result] = value?.results ?? []
  return result && JSON.stringify(result)
}
