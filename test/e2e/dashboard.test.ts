import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { ageMemory, writeMemory } from './dashboard/fill-memory.ts'
import { handbook } from './dashboard/handbook.ts'
import {
  chosenTheme,
  isAnswerPartial,
  isAtRest,
  mouseOnly,
  notReached,
  overflow,
  paper,
  readClipboard,
  smallTargets,
  watchFocus,
  watchListeners,
} from './dashboard/in-page.mjs'
import { looks, views } from './dashboard/looks.ts'
import { seriousFaults } from './dashboard/serious-faults.ts'
import { openStage, type Stage } from './dashboard/stage.ts'
import { toolbox, useToolbox } from './dashboard/toolbox.ts'
import { newFolder, runTamis } from './tamis.ts'

let browser: Browser
let stage: Stage
let context: BrowserContext
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  const home = newFolder()
  writeMemory(home)
  stage = await openStage({ home, servers: toolbox, quarantined: ['mail'] })
  await ageMemory(stage)
  await useToolbox(stage)
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

afterEach(async () => {
  await context?.close()
  expect(complaints, 'the console is silent').toEqual([])
  complaints = []
})

async function open(
  view: string,
  options: { theme?: 'light' | 'dark'; isPhone?: boolean } = {},
): Promise<void> {
  const { theme = 'light', isPhone = false } = options
  context = await browser.newContext({
    colorScheme: theme,
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${stage.tamis.url}/#/${view}`)
}

const textOf = async (selector: string): Promise<string> =>
  (await page.locator(selector).first().textContent()) ?? ''

test('a proxied conversation appears live, and its masked results unfold', async () => {
  await open('live')
  await page.getByRole('heading', { name: 'Live' }).waitFor()
  await stage.sendSession(30)
  const row = page.getByRole('link', { name: /claude-sonnet-4-5/ }).first()
  await row.waitFor()
  expect(await row.textContent()).toMatch(/→.*%/)
  await row.click()
  await page.getByText('The cached prefix can reach here').waitFor({ state: 'attached' })
  await page
    .getByRole('button', { name: /Show original/ })
    .first()
    .click()
  await page.getByText('/** Handles one pool. */').first().waitFor()
  await page.getByText('System prompt, about 7 tokens').click()
  await page.getByText('You are a careful engineer.').waitFor()
  await page.getByRole('button', { name: 'Difference' }).click()
  await page.locator('.difference-line[data-kind=gone]').first().waitFor()
  await page.getByText('Price of each part').click()
  await page.getByRole('cell', { name: 'Written to cache' }).waitFor()
  await page.locator('.answer-item').getByText('Next.').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await page.getByText('Copied').waitFor()
  const copied = await page.evaluate(readClipboard)
  expect(copied).toContain(`curl -sS '${stage.tamis.url}/v1/messages'`)
  expect(copied).toContain('$ANTHROPIC_API_KEY')
})

test('a row that another process writes appears live too', async () => {
  await open('live')
  await page.getByRole('button', { name: 'Today' }).waitFor()
  const goal = 'written by another process'
  await runTamis(['prune', '--goal', goal, '--home', stage.tamis.home], {
    input: Array.from({ length: 200 }, (_, at) => `line ${at} of a log`).join('\n'),
  })
  await page.getByText(goal).first().waitFor()
})

test('the request that masked a batch says why its prefix moved', async () => {
  for (const turns of [31, 120]) await stage.sendSession(turns)
  await open('conversations')
  await page.getByRole('link', { name: /Checkout times out/ }).click()
  await page
    .getByRole('list', { name: /Requests, oldest first/ })
    .getByRole('link')
    .last()
    .click()
  await page.getByText('A batch of old results was masked here').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Where the prefix ends' }).click()
  await page.getByText('A batch of old results was masked here').waitFor()
})

test('the slider changes the kept lines, and a fold opens what was left out', async () => {
  await open('prune')
  await page.getByRole('button', { name: 'Try with an example' }).click()
  const kept = async (): Promise<number> => Number((await textOf('.prune-result h2')).split(' ')[0])
  await page.getByRole('slider').fill('60')
  await expect.poll(kept).toBeGreaterThan(30)
  await page.getByRole('slider').fill('5')
  await expect.poll(kept).toBeLessThan(20)
  await page.getByText('timed out waiting for a connection').last().waitFor()
  const fold = page.getByRole('button', { name: /lines left out/ }).first()
  const lines = await page.locator('.prune-gone').count()
  await fold.click()
  await expect.poll(() => page.locator('.prune-gone').count()).toBeGreaterThan(lines)
  await page.getByRole('slider').fill('100')
  await page.getByText('197 of 197 lines kept').waitFor()
  expect(await page.getByRole('button', { name: /lines left out/ }).count()).toBe(0)
})

test('a file dropped on the playground is pruned', async () => {
  await open('prune')
  const text = Array.from({ length: 300 }, (_, at) => `INFO step ${at} ok`).join('\n')
  await page.setInputFiles('input[type=file]', {
    name: 'build.log',
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  })
  await page.getByText('of 300 lines kept').waitFor()
  await page.getByText('build.log').waitFor()
})

test('tools are found by intent with the reasons, and a capability is drawn by layers', async () => {
  await open('tools')
  await page.getByLabel('What do you want to do?').fill('mail the weekly report')
  await page.getByText(/found$/).waitFor()
  const capability = page.getByRole('link', { name: /cap:weekly-report/ }).first()
  expect(await capability.getByRole('img').getAttribute('aria-label')).toMatch(/words \d/)
  await capability.click()
  const drawing = page.getByLabel('Workflow of 5 tasks in 4 layers')
  await drawing.waitFor()
  expect(await drawing.textContent()).toContain('render_chart')
  await page.getByRole('button', { name: /^summary \d+$/ }).waitFor()
})

test('the tools used together with one are shown around it', async () => {
  await open('tools/tool%3Adb%3Aquery')
  await page.getByLabel('Co-occurrence graph').waitFor()
  await page.getByRole('link', { name: 'charts:render_chart' }).waitFor()
})

test('a changed description waits with its difference until a person approves', async () => {
  const [query, ...others] = toolbox.db ?? []
  await stage.changeTools('db', [
    { ...query, name: 'query', description: 'Run any SQL, also one that writes.' },
    ...others,
  ])
  await open('tools')
  const server = page.getByRole('listitem').filter({ hasText: /^db/ })
  await server.getByRole('button', { name: 'Review 1' }).click()
  await page.getByText('also one that writes').waitFor()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect.poll(() => server.getByRole('button', { name: /Review/ }).count()).toBe(0)
  const { tools } = (await stage.post('catalog.list', {})) as {
    tools: { id: string; description: string; state: string }[]
  }
  expect(tools.find(({ id }) => id === 'tool:db:query')).toMatchObject({
    state: 'active',
    description: 'Run any SQL, also one that writes.',
  })
})

test('a quarantined server can be used once each of its tools was opened and it was approved', async () => {
  await open('tools')
  const server = page.getByRole('listitem').filter({ hasText: /^mail/ })
  await server.getByText('quarantined').waitFor()
  await server.getByRole('button', { name: /Review/ }).click()
  const approve = page.getByRole('button', { name: 'Approve server' })
  const tools = page.locator('.pending-tool')
  await tools.first().waitFor()
  expect(await tools.count()).toBeGreaterThan(0)
  for (const tool of await tools.all())
    if ((await tool.getAttribute('open')) === null) await tool.locator('summary').first().click()
  await approve.click()
  await expect.poll(() => server.getByText('quarantined').count()).toBe(0)
})

test('an ask streams, and its citation opens the passage', async () => {
  await open('knowledge')
  await page.getByRole('region', { name: 'Sources' }).getByText('handbook').waitFor()
  await page.getByLabel('Question or words').fill('when was the retry limit raised')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('heading', { name: 'Answering' }).waitFor()
  await page.waitForFunction(isAnswerPartial)
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  expect(await textOf('.answer-text')).toContain('March 2025')
  await page.locator('.answer-text').getByRole('button', { name: '[1]' }).click()
  await page.getByText('Only the payments team may change the retry limits.').waitFor()
})

test('an answer in steps shows its trace, a refusal its rule, a search its legs', async () => {
  await open('knowledge')
  const question = page.getByLabel('Question or words')
  await question.fill('who may change the retry limits and when was that team formed')
  await page.getByRole('button', { name: 'Ask in steps' }).click()
  await page.getByRole('list', { name: 'Hop trace' }).waitFor()
  await page.getByText('When was the payments team formed?').first().waitFor()
  await question.fill('quantum chromodynamics of squids')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('heading', { name: 'Refused' }).waitFor()
  expect(await textOf('.refusal')).toMatch(/^Score gate\..*scores \d\.\d\d; the gate is \d\.\d\d/)
  await question.fill('refund rounding')
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .getByText(/\d passages/)
    .first()
    .waitFor()
  await page.getByText('Why it was found').first().click()
  await page
    .getByText(/rank 1/)
    .first()
    .waitFor()
})

test('the board shows each scope, and a task shows what would be said without recording it', async () => {
  const before = await stage.post('memory.analyze', {})
  await open('memory')
  for (const title of ['Story', 'Domain', 'Global', 'Archive'])
    await page.getByRole('region', { name: title, exact: true }).waitFor()
  await page.getByText('Safari needs the viewport unit').waitFor()
  await page.getByLabel('Task').fill('the pool is exhausted')
  await page
    .getByText(/Close the pool before the process exits.*/)
    .last()
    .waitFor()
  await page.getByText('Customers must never be charged twice').waitFor()
  expect(await stage.post('memory.analyze', {})).toEqual(before)
})

test('a purge is asked twice and then empties the store', async () => {
  await stage.post('prune', { text: 'a\nb\nc', goal: 'b' })
  await open('settings')
  await page.getByText('server.port').waitFor()
  await page.getByText('--port').waitFor()
  await page.getByText('disk space').waitFor()
  await page.getByRole('button', { name: 'Purge originals' }).click()
  await page.getByText('This cannot be undone.').waitFor()
  expect(((await stage.post('store.usage', {})) as { ids: number }).ids).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Yes, purge originals' }).click()
  await page.getByText(/Removed \d+ originals?/).waitFor()
  expect(await stage.post('store.usage', {})).toMatchObject({ ids: 0 })
})

test('every view is reached by its number key', async () => {
  await open('live')
  const titles = [
    'Live',
    'Conversations',
    'Savings',
    'Prune',
    'Tools',
    'Knowledge',
    'Memory',
    'Settings',
  ]
  for (const [at, title] of titles.entries()) {
    await page.locator('body').press(String(at + 1))
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => page.title()).toBe(`${title} · Tamis`)
  }
})

test('all that can be done in a view is reached by Tab, and shows it', async () => {
  await stage.sendSession(6)
  const { requests } = (await stage.post('requests.list', { limit: 1 })) as {
    requests: { id: string }[]
  }
  await open('live')
  await page.addInitScript(watchListeners)
  for (const view of [...views, `requests/${requests[0]?.id}`]) {
    await page.goto(`${stage.tamis.url}/?keys#/${view}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await page.waitForFunction(isAtRest)
    const targets = await page.evaluate(watchFocus)
    expect(targets, view).toBeGreaterThan(12)
    // A list shows more of itself as the focus goes down, and what comes late is gone through too.
    for (let presses = 0; presses < 2 * targets + 400; presses++) {
      await page.keyboard.press('Tab')
      if (presses % 20 === 19 && (await page.evaluate(notReached)).length === 0) break
    }
    expect(await page.evaluate(notReached), view).toEqual([])
    const { listening, others } = await page.evaluate(mouseOnly)
    expect(listening, view).toBeGreaterThan(0)
    expect(others, view).toEqual([])
  }
})

test('the theme button turns, and the colours with it', async () => {
  await open('live')
  const [light, dark] = ['rgb(251, 250, 248)', 'rgb(18, 20, 21)']
  expect(await page.evaluate(paper)).toBe(light)
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  expect(await page.evaluate(chosenTheme)).toBe('dark')
  expect(await page.evaluate(paper)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  expect(await page.evaluate(paper)).toBe(dark)
})

describe.each(looks)('in $theme, on a phone: $isPhone', (look) => {
  test('no view has a serious accessibility fault, small targets, or is wider than the screen', async () => {
    await open('live', look)
    const found: string[] = []
    for (const view of views) {
      await page.goto(`${stage.tamis.url}/?${look.theme}#/${view}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForFunction(isAtRest)
      if (view === 'prune') {
        await page.getByRole('button', { name: 'Try with an example' }).click()
        await page.getByText('lines kept').waitFor()
      }
      found.push(...(await seriousFaults(page, view)))
      expect(await page.evaluate(overflow), view).toBeLessThanOrEqual(0)
      if (look.isPhone) expect(await page.evaluate(smallTargets), view).toEqual([])
    }
    expect(found).toEqual([])
  })
})
