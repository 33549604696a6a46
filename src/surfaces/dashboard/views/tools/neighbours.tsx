import { markHidden } from '../../../../core/text/mark-hidden.ts'
import { useCall } from '../../api/use-call.ts'
import { ForeignText } from '../../parts/foreign-text.tsx'
import { counted, percent } from '../../parts/numbers.ts'
import { linkTo } from '../../shell/router.ts'

const size = 260
const radius = 92

/** The tools that past runs used together with one: near and thick means often. */
export function Neighbours({ id }: { id: string }) {
  const { value } = useCall('catalog.neighbours', { id, limit: 10 })
  if (!value || value.neighbours.length === 0) return null
  const places = new Map(
    value.neighbours.map(({ tool }, at) => {
      const angle = (2 * Math.PI * at) / value.neighbours.length - Math.PI / 2
      return [
        tool,
        { x: size / 2 + radius * Math.cos(angle), y: size / 2 + radius * Math.sin(angle) },
      ]
    }),
  )
  const most = Math.max(1, ...value.links.map(({ support }) => support))
  return (
    <section class="panel" aria-label="Used together">
      <div class="panel-head">
        <h2>Used together</h2>
        <span class="soft">{counted(value.uses, 'run')}</span>
      </div>
      <div class="panel-body neighbours">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          width={size}
          height={size}
          role="img"
          aria-label="Co-occurrence graph"
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
                  x1={size / 2}
                  y1={size / 2}
                  x2={place.x}
                  y2={place.y}
                  stroke-width={1 + 5 * strength}
                />
                <circle class="graph-node" cx={place.x} cy={place.y} r={5 + 6 * strength} />
              </g>
            )
          })}
          <circle class="graph-center" cx={size / 2} cy={size / 2} r="12" />
        </svg>
        <ol>
          {value.neighbours.map(({ tool, strength, support }) => (
            <li key={tool}>
              <a class="mono one-line" href={linkTo('tools', tool)}>
                <ForeignText text={tool.replace(/^tool:/, '')} most={60} />
              </a>
              <span class="number soft">
                {percent(strength, 1)} of its runs, {support}×
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
