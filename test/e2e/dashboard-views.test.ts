import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { handbook } from './dashboard/handbook.ts'
import { openStage, type Stage } from './dashboard/stage.ts'
import { toolbox } from './dashboard/toolbox.ts'

let browser: Browser
let stage: Stage
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  stage = await openStage({ servers: toolbox })
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  await stage.post('knowledge.ingest', {
    documents: [{ id: 'notes/lunch.md', text: '# Lunch\n\nThe canteen opens at noon.\n' }],
    source: 'notes',
    trust: 'low',
  })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

afterEach(async () => {
  await page?.context().close()
  expect(complaints.splice(0), 'the console is silent').toEqual([])
})

async function open(address: string, locale = 'en-US'): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale })
  page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(`${stage.tamis.url}/#/${address}`)
}

test('documents are browsed and filtered, and a passage opens in its document, marked', async () => {
  await open('knowledge?source=handbook')
  const documents = page.getByRole('region', { name: 'Documents' })
  await documents.getByText('payments/retries.md').waitFor()
  expect(await documents.getByText('notes/lunch.md').count()).toBe(0)
  await page.getByLabel('Question or words').fill('mostConnections openPool')
  await page.getByRole('button', { name: 'Search' }).click()
  const passages = page.getByRole('region', { name: 'Passages' })
  await passages.locator('.snippet.mono mark').first().waitFor()
  await passages.getByRole('link', { name: 'pool.ts' }).first().click()
  const document = page.getByRole('region', { name: 'Document', exact: true })
  await document.locator('.piece[data-opened=true].mono mark').first().waitFor()
  expect(page.url()).toContain('source=handbook')
  await document.getByRole('link', { name: 'Back' }).click()
  await document.waitFor({ state: 'detached' })
  await passages.waitFor()
})

test('a source is forgotten at the second click, and its documents with it', async () => {
  await open('knowledge')
  const sources = page.getByRole('region', { name: 'Sources' })
  await sources.getByRole('button', { name: 'Forget: notes' }).click()
  await sources.getByRole('button', { name: 'Forget it; files stay on disk: notes' }).click()
  await expect.poll(() => sources.getByText('notes', { exact: true }).count()).toBe(0)
  await sources.getByText('handbook', { exact: true }).waitFor()
})

test('what is indexed from the page keeps to the configured roots', async () => {
  await open('knowledge')
  await page.getByLabel('Add a file or folder').fill('/etc/passwd')
  await page.getByRole('button', { name: 'Index', exact: true }).click()
  await page.getByText('1 skipped: outside the folders of knowledge.roots').waitFor()
})

test('the playground says what it read, takes a budget, and its address shows the same again', async () => {
  await open('prune')
  await page.getByRole('button', { name: 'Try with an example' }).click()
  await page.getByText(/read as a (log|build or test report)/).waitFor()
  await page.getByRole('button', { name: 'Tokens', exact: true }).click()
  await page.getByLabel('Keep at most this many tokens').fill('200')
  const result = page.getByRole('region', { name: 'Result' })
  const kept = () => page.locator('.prune-result h2').textContent()
  await result.getByText('timed out waiting for a connection').first().waitFor()
  // 500 tokens, the budget at first, hold more than 30 of these lines, and 200 fewer than 15.
  await expect.poll(async () => Number((await kept())?.split(' ')[0])).toBeLessThan(15)
  await page.getByLabel('Type of text').selectOption('logs')
  await page.getByLabel('Wrap lines').check()
  await result.locator('.prune-wrapped').waitFor()
  await page.getByRole('button', { name: 'Copy link' }).waitFor()
  for (const part of ['tokens=200', 'type=logs', 'wrap=yes', 'text='])
    await expect.poll(() => page.url()).toContain(part)
  const [address, before] = [page.url(), await kept()]
  await page.context().close()
  await open(address.slice(address.indexOf('#/') + 2))
  await expect.poll(kept).toBe(before)
  await page.locator('.prune-wrapped').waitFor()
  expect(await page.getByLabel('Keep at most this many tokens').inputValue()).toBe('200')
})

test('a server is restarted, its log and policy are read, and it is taken out', async () => {
  await open('tools')
  await page.getByRole('button', { name: 'Manage charts' }).click()
  const policy = page.getByRole('region', { name: 'Policy of charts' })
  await policy.getByRole('cell', { name: 'render_chart' }).waitFor()
  await page.getByRole('button', { name: 'Restart', exact: true }).click()
  await page.getByText('Restarted.').waitFor()
  await page
    .getByRole('region', { name: 'Log of charts' })
    .getByText('ready with 2 tools')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('button', { name: 'Remove it from tamis.toml' }).click()
  const servers = page.locator('.servers')
  await expect.poll(() => servers.getByText('charts', { exact: true }).count()).toBe(0)
  await servers.getByText('files', { exact: true }).waitFor()
})

test('a server is added by its address, in quarantine, and a bad name is refused', async () => {
  await open('tools')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByLabel('Address').fill('http://127.0.0.1:9/mcp')
  await page.getByLabel('Name').fill('no good')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('A name has letters, digits').waitFor()
  await page.getByLabel('Name').fill('docs')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText(/Added to .*tamis.toml/).waitFor()
  await page.locator('.servers').getByText('docs', { exact: true }).waitFor()
  complaints.length = 0
})

test('what an intent finds is shown as agents see it, with its tokens', async () => {
  await open('tools')
  await page.getByLabel('What do you want to do?').fill('query the database')
  await page.getByText('As an agent sees it, in tokens').click()
  await page.getByRole('button', { name: /^full \d+$/ }).click()
  await page.locator('.agents-view').getByText('"results"').waitFor()
})

test('a learning opens, is found, edited into one that replaces it, archived and forgotten', async () => {
  const { id } = (await stage.post('memory.remember', {
    text: 'Close the pool before the process exits',
    tags: ['node'],
  })) as { id: string }
  await open('memory')
  await page.getByRole('searchbox', { name: 'Search memory' }).fill('pool exits')
  await page.getByRole('region', { name: 'Search memory' }).getByRole('link').first().click()
  await expect.poll(() => page.url()).toContain(id)
  const learning = page.getByRole('region', { name: 'Learning' })
  await learning.getByRole('button', { name: 'Promote to domain' }).click()
  await learning.getByText('has not earned domain').waitFor()
  await learning.getByRole('button', { name: 'Edit' }).click()
  await learning.getByLabel('Text of the learning').fill('Close the pool before the worker exits')
  await learning.getByRole('button', { name: 'Replace it' }).click()
  await learning.locator('.learning-text').getByText('before the worker exits').waitFor()
  await learning.getByRole('button', { name: 'Archive', exact: true }).click()
  await learning.getByRole('button', { name: 'Archive: agents no longer see it' }).click()
  await learning.getByText('archived', { exact: true }).waitFor()
  await learning.getByRole('button', { name: 'Forget', exact: true }).click()
  await learning.getByRole('button', { name: 'Forget for good' }).click()
  await learning.waitFor({ state: 'detached' })
})

test('settings show prices and the health of all that can fail, and make and end a token', async () => {
  await open('settings')
  await page.getByLabel('Filter prices').fill('claude-sonnet-4-5')
  await page
    .getByRole('cell', { name: /claude-sonnet-4-5/ })
    .first()
    .waitFor()
  const health = page.getByRole('region', { name: 'Health' })
  for (const part of ['upstream servers', 'knowledge', 'memory'])
    await health.getByRole('link', { name: part }).waitFor()
  const tokens = page.getByRole('region', { name: 'Tokens' })
  await tokens.getByLabel('Name of the token').fill('laptop')
  await tokens.getByRole('button', { name: 'Create token' }).click()
  await tokens.getByText('it will not be shown again').waitFor()
  await tokens.getByRole('button', { name: 'Revoke: laptop' }).click()
  await tokens.getByRole('button', { name: 'Revoke it now: laptop' }).click()
  await tokens.getByText('Programs on this machine need none').waitFor()
})
