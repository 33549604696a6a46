import { setTimeout } from 'node:timers/promises'
import type { Engine } from '../../../../engine.ts'
import type { Command, CommandContext } from '../../command.ts'
import { askDaemon } from '../../daemon/ask-daemon.ts'
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
    const facts = (): Promise<TopFacts> => gather(context, engine, home)
    if (!isOnce) return watch(context, facts)
    const now = await facts()
    if (output.isJson) output.json(now)
    else output.result(topPage(now, 'newest', printed, output.say).join('\n'))
    return 0
  },
}

const printed = { columns: 120, lines: 40, hasKeys: false }

async function gather(context: CommandContext, engine: Engine, home: string): Promise<TopFacts> {
  const now = Date.now()
  const since = new Date(now).setHours(0, 0, 0, 0)
  const [conversations, totals, lastMinute, rows] = await Promise.all([
    conversationsSince(context, engine, home, since),
    engine.ledger.sum({ since, kind: 'proxy' }, 'all'),
    engine.ledger.sum({ since: now - minuteMs }, 'all'),
    engine.ledger.list({ since }, mostRows),
  ])
  return {
    now,
    url: readDaemonFile(home)?.url,
    total: totals[0],
    perMinute: lastMinute[0]?.entries ?? 0,
    conversations,
    rows,
  }
}

/** Only the daemon remembers the first words of conversations; without one they go by their ids. */
async function conversationsSince(
  { loadConfig, deps }: CommandContext,
  engine: Engine,
  home: string,
  since: number,
): Promise<TopFacts['conversations']> {
  const input = { since: new Date(since).toISOString() }
  const { namespace, config } = loadConfig()
  const { token } = config.server
  const answer =
    namespace === undefined &&
    (await askDaemon(home, deps.version, 'conversations.list', input, { token }))
  const listed = answer || (await engine.conversationViews.list({ since }))
  return (listed as Awaited<ReturnType<Engine['conversationViews']['list']>>).conversations
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
  // Over what stands there, line by line: a screen that is emptied first flickers.
  const draw = (): void => {
    const size = { columns: stdout.columns ?? 80, lines: stdout.rows ?? 24, hasKeys: true }
    const lines = topPage(latest, order, size, output.say)
    stdout.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`)
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
