import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { useCall } from '../../api/use-call.ts'
import { say } from '../../locale/say.ts'
import { percent } from '../../parts/numbers.ts'
import { ForeignText } from '../../parts/text/foreign-text.tsx'
import { linkTo } from '../../shell/router.ts'

const width = 440
const height = 300
const radius = { x: 120, y: 110 }
const center = { x: width / 2, y: height / 2 }
/** What of a name fits beside its circle. */
const longestName = 18

/** The tools that past runs used together with one: near and thick means often. */
export function Neighbours({ id }: { id: string }) {
  const { value } = useCall('catalog.neighbours', { id, limit: 10 })
  if (!value || value.neighbours.length === 0) return null
  const places = new Map(
    value.neighbours.map(({ tool }, at) => {
      const angle = (2 * Math.PI * at) / value.neighbours.length - Math.PI / 2
      return [
        tool,
        { x: center.x + radius.x * Math.cos(angle), y: center.y + radius.y * Math.sin(angle) },
      ]
    }),
  )
  const most = Math.max(1, ...value.links.map(({ support }) => support))
  return (
    <section class="panel" aria-label={say('Used together')}>
      <div class="panel-head">
        <h2>{say('Used together')}</h2>
        <span class="soft">{say('{} run|{} runs', value.uses)}</span>
      </div>
      <div class="panel-body neighbours">
        <svg
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
          role="img"
          aria-label={say('Co-occurrence graph')}
        >
          {value.links.map(({ from, to, support }) => {
            const [a, b] = [places.get(from), places.get(to)]
            if (!a || !b) return null
            return (
              <line
                key={`${from} ${to}`}
                class="graph-link"
                x1={a.x}
                y1={a.y}
                x2={b.x}
                y2={b.y}
                stroke-width={0.5 + (2 * support) / most}
              />
            )
          })}
          {value.neighbours.map(({ tool, strength }) => {
            const place = places.get(tool)
            if (!place) return null
            return (
              <g key={tool}>
                <title>{markHidden(tool.slice(0, 200))}</title>
                <line
                  class="graph-spoke"
                  x1={center.x}
                  y1={center.y}
                  x2={place.x}
                  y2={place.y}
                  stroke-width={1 + 5 * strength}
                />
                <circle class="graph-node" cx={place.x} cy={place.y} r={5 + 6 * strength} />
                <text
                  class="graph-name"
                  x={place.x + (place.x < center.x - 1 ? -14 : 14)}
                  y={place.y + 4}
                  text-anchor={place.x < center.x - 1 ? 'end' : 'start'}
                >
                  {shortName(tool)}
                </text>
              </g>
            )
          })}
          <circle class="graph-center" cx={center.x} cy={center.y} r="12" />
          <text class="graph-name graph-own" x={center.x} y={center.y + 28} text-anchor="middle">
            {shortName(id)}
          </text>
        </svg>
        <ol>
          {value.neighbours.map(({ tool, strength, support }) => (
            <li key={tool}>
              <a class="mono one-line" href={linkTo('tools', tool)}>
                <ForeignText text={tool.replace(/^tool:/, '')} most={60} />
              </a>
              <span class="number soft">
                {say('{} of its runs, {}×', percent(strength, 1), support)}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** The tool without its server, cut where it is long. */
function shortName(tool: string): string {
  const name = markHidden(tool.split(':').at(-1)?.slice(0, 60) ?? '')
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name
}
