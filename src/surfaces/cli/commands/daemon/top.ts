import { setTimeout } from 'node:timers/promises'
import type { Engine } from '../../../../engine.ts'
import type { Command, CommandContext } from '../../command.ts'
import { readDaemonFile } from '../../daemon/daemon-file.ts'
import { type TopFacts, type TopOrder, topPage } from '../../top/top-page.ts'

const everyMs = 1000
const minuteMs = 60_000
const mostRows = 200

const orders: Readonly<Record<string, TopOrder>> = { n: 'newest', s: 'spent', v: 'saved' }

/** `tamis top`: what goes on now, as a page that keeps itself up to date. */
export const top: Command = {
  name: 'top',
  summary: 'Watch conversations, spending and savings of today',
  options: {
    once: { type: 'boolean', description: 'Print the page once, without taking the screen' },
  },
  examples: ['tamis top', 'tamis top --once', 'tamis top --json'],
  async run(context, args) {
    const engine = await context.openEngine()
    const { home } = context.loadConfig()
    const { output } = context
    const isOnce = args.isSet('once') || output.isJson || !process.stdout.isTTY
    if (!isOnce) return watch(context, () => gather(engine, home))
    const facts = await gather(engine, home)
    if (output.isJson) output.json(facts)
    else output.result(topPage(facts, 'newest', { columns: 120, lines: 40 }, output.say).join('\n'))
    return 0
  },
}

async function gather(engine: Engine, home: string): Promise<TopFacts> {
  const now = Date.now()
  const since = new Date(now).setHours(0, 0, 0, 0)
  const [{ conversations }, totals, rows] = await Promise.all([
    engine.conversationViews.list({ since }),
    engine.ledger.sum({ since, kind: 'proxy' }, 'all'),
    engine.ledger.list({ since }, mostRows),
  ])
  return {
    now,
    url: readDaemonFile(home)?.url,
    total: totals[0],
    perMinute: rows.filter(({ at }) => at > now - minuteMs).length,
    conversations,
    rows,
  }
}

/** Takes the screen, and gives it back as it was. */
async function watch(
  { output, signal }: CommandContext,
  facts: () => Promise<TopFacts>,
): Promise<number> {
  const { stdin, stdout } = process
  const ended = new AbortController()
  const until = AbortSignal.any([signal, ended.signal])
  let order: TopOrder = 'newest'
  let latest = await facts()
  const draw = (): void => {
    const size = { columns: stdout.columns ?? 80, lines: stdout.rows ?? 24 }
    stdout.write(`\u001b[H\u001b[2J${topPage(latest, order, size, output.say).join('\r\n')}`)
  }
  const onKey = (key: Buffer): void => {
    const name = key.toString('utf8')
    if (name === 'q' || name === '\u0003' || name === '\u001b') ended.abort()
    order = orders[name] ?? order
    draw()
  }
  stdout.write('\u001b[?1049h\u001b[?25l')
  stdout.on('resize', draw)
  stdin.setRawMode?.(true)
  stdin.on('data', onKey)
  try {
    while (!until.aborted) {
      draw()
      await setTimeout(everyMs, undefined, { signal: until }).catch(() => undefined)
      if (!until.aborted) latest = await facts()
    }
  } finally {
    stdout.off('resize', draw)
    stdin.off('data', onKey)
    stdin.setRawMode?.(false)
    stdin.pause()
    stdout.write('\u001b[?25h\u001b[?1049l')
  }
  return 0
}
