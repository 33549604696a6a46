import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { acceptsMarkup, overflow } from './dashboard/in-page.mjs'
import { openStage, type Stage } from './dashboard/stage.ts'
import { postJson } from './tamis.ts'

const script = '<script>globalThis.__ran = 1</script>'
const image = '<img src=x onerror="globalThis.__ran = 2">'
const link = '<a href="javascript:globalThis.__ran = 3">click</a> javascript:globalThis.__ran=3'
const markup = `"><svg/onload=globalThis.__ran=4>'-->{{7*7}}\${7*7}`
const reordered = 'safe \u202e\u2066txt.exe\u2069 end'
const endless = 'x'.repeat(1_000_000)

/** Everything that was ever used to get out of a text. */
const hostile = [script, image, link, markup, reordered].join(' ')
const corpus = { script, image, link, markup, reordered, endless }

let browser: Browser
let stage: Stage
let context: BrowserContext
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  stage = await openStage({
    servers: {
      evil: [
        { name: 'read', description: hostile },
        { name: 'write', description: endless, inputSchema: { type: 'object', title: hostile } },
        { name: endless, description: hostile },
        { name: hostile + endless.slice(0, 5000), description: hostile },
      ],
    },
    quarantined: ['evil'],
  })
  await fill(stage)
  browser = await openBrowser()
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  page.on('console', (message) => {
    // A name that does not exist is refused, which browsers write down too.
    const isRefusal = message.text().includes('status of 404')
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  page.on('dialog', () => complaints.push('a dialog opened'))
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

/** The corpus in goals, texts, tool names, descriptions, file names, questions and memories. */
async function fill({ post, tamis }: Stage): Promise<void> {
  for (const text of Object.values(corpus)) {
    await post('prune', { text: `${text}\nplain\n${text}`, goal: text.slice(0, 500) })
    await post('memory.remember', {
      text: text.slice(0, 400),
      story: 'PD-1',
      tags: [text.slice(0, 30)],
    })
    await post('knowledge.ingest_text', {
      id: text.slice(0, 200),
      title: text.slice(0, 200),
      text: `retry limits ${text.slice(0, 5000)}`,
      source: text.slice(0, 60),
    })
  }
  await post('catalog.register', {
    server: 'registered',
    description: hostile,
    tools: [{ name: hostile.slice(0, 60), description: hostile, tags: [script] }],
  })
  await post('capabilities.register', {
    name: 'evil',
    intent: hostile,
    dag: { tasks: [{ id: script.slice(0, 60), tool: 'tool:evil:read', arguments: {} }] },
  })
  await post('trace.record', {
    intent: hostile,
    tools: [`tool:${image}`, 'tool:evil:read'],
    success: true,
  })
  const result = (at: number) => `${hostile}\n${endless.slice(0, 3000)} ${at}`
  await postJson(`${tamis.url}/v1/messages`, {
    model: hostile,
    messages: [
      { role: 'user', content: hostile },
      ...Array.from({ length: 40 }, (_, at) => [
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: `t${at}`, name: image, input: { path: script } }],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `t${at}`, content: result(at) }],
        },
      ]).flat(),
    ],
  })
}

async function isUnharmed(): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, '__ran'))).toBeUndefined()
  expect(await page.locator('main script, main img, main a[href^="javascript"]').count()).toBe(0)
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
}

const uses: readonly { view: string; use: () => Promise<void> }[] = [
  { view: 'live', use: () => page.getByText('globalThis.__ran').first().waitFor() },
  {
    view: 'conversations',
    use: async () => {
      await page.locator('.conversation-line').first().click()
      await page.locator('.turn-line').last().click()
      await page.locator('.messages').getByText('globalThis.__ran').first().waitFor()
      await page
        .getByRole('button', { name: /Show original/ })
        .first()
        .click()
      await page.getByText('Copy original').waitFor()
    },
  },
  {
    view: 'prune',
    use: async () => {
      const text = Object.values(corpus).join('\n')
      await page.setInputFiles('input[type=file]', {
        name: `${image.slice(0, 40)}.log`,
        mimeType: 'text/plain',
        buffer: Buffer.from(text),
      })
      await page.getByLabel(/^Goal/).fill(hostile)
      await page.getByText('lines kept').waitFor()
    },
  },
  {
    view: 'tools',
    use: async () => {
      await page.getByText('quarantined').first().waitFor()
      await page.getByRole('button', { name: /Review/ }).click()
      await page.getByText('globalThis.__ran').first().waitFor()
      await page.getByLabel('What do you want to do?').fill(hostile)
      await page.getByText(/found$/).waitFor()
    },
  },
  {
    view: 'tools/cap%3Aevil',
    use: () =>
      page
        .getByLabel(/^Workflow of/)
        .first()
        .waitFor(),
  },
  {
    view: `tools/${encodeURIComponent(hostile)}`,
    use: () => page.getByRole('alert').first().waitFor(),
  },
  {
    view: 'knowledge',
    use: async () => {
      await page.getByLabel('Question or words').fill('retry limits')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.locator('.passages').getByText('globalThis.__ran').first().waitFor()
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('heading', { name: /^(Answer|Refused)$/ }).waitFor()
    },
  },
  {
    view: 'memory',
    use: async () => {
      await page.getByText('globalThis.__ran').first().waitFor()
      await page.getByLabel('Task').fill(hostile)
      await page.getByText('ranked by').waitFor()
    },
  },
  { view: 'settings', use: () => page.getByText('server.port').waitFor() },
]

describe.each([1280, 390])('hostile texts at %i pixels', (width) => {
  test.each(uses)('stay texts in $view', async ({ view, use }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${stage.tamis.url}/?${width}#/${view}`)
    await use()
    await isUnharmed()
  })
})

test('an override that would turn a name around is shown as what it is', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${stage.tamis.url}/?bidi#/live`)
  await page.getByText('⟨U+202E⟩').first().waitFor()
})

test('the policy refuses markup made of data, and any script that is not ours', async () => {
  await page.goto(`${stage.tamis.url}/?policy#/live`)
  await page.getByRole('heading', { name: 'Live' }).waitFor()
  expect(await page.evaluate(acceptsMarkup)).toBe(false)
})
