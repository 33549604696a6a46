import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { linkTo, type Route } from '../../shell/router.ts'
import { Request } from './request.tsx'

/** A request by its own address, as rows of the ledger link to it. */
export function RequestPage({ route }: { route: Route }) {
  const [id = ''] = route.parts
  if (id === '')
    return (
      <div class="view">
        <h1>{say('Request')}</h1>
        <p class="soft">
          {say('The address names no request.')}{' '}
          <a href={linkTo('conversations')}>{say('All conversations')}</a>
        </p>
        <CommandLine command="tamis ledger list --kind proxy" />
      </div>
    )
  return (
    <div class="view view-fixed">
      <h1 class="visually-hidden">{say('Request')}</h1>
      <Request id={id} key={id} back={linkTo('conversations')} />
    </div>
  )
}
