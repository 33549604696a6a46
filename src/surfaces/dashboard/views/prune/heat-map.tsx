import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../locale/say.ts'

interface HeatMapProps {
  readonly scores: readonly number[]
  readonly isKept: (line: number) => boolean
}

const mostRows = 1200

/** The whole text at a glance: one stripe a line, darker where it matters more, marked where it stays. */
export function HeatMap({ scores, isKept }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const node = canvas.current
    const brush = node?.getContext('2d')
    if (!node || !brush) return
    node.height = Math.max(1, Math.min(scores.length, mostRows))
    brush.clearRect(0, 0, node.width, node.height)
    brush.fillStyle = getComputedStyle(node).color
    const scale = node.height / scores.length
    scores.forEach((score, at) => {
      const y = Math.floor(at * scale)
      brush.globalAlpha = 0.06 + (0.9 * score) / 100
      brush.fillRect(4, y, 16, Math.ceil(scale))
      if (!isKept(at + 1)) return
      brush.globalAlpha = 1
      brush.fillRect(0, y, 3, Math.ceil(scale))
    })
  }, [scores, isKept])
  return (
    <canvas
      class="heat-map"
      ref={canvas}
      width={20}
      height={1}
      role="img"
      aria-label={say('Score of every line')}
    />
  )
}
