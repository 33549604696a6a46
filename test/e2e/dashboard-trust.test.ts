import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { agentSession, toMessagesBody } from './dashboard/agent-session.ts'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { handbook } from './dashboard/handbook.ts'
import { writePastMonth } from './dashboard/past-month.ts'
import { openStage, type Stage, type UpstreamTool } from './dashboard/stage.ts'
import { newFolder, postJson, startTamis } from './tamis.ts'

let browser: Browser
let stage: Stage
let page: Page

beforeAll(async () => {
  const home = newFolder()
  await writePastMonth(home, 200)
  stage = await openStage({ home, servers: { mail: [] }, quarantined: ['mail'] })
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

afterEach(() => page?.context().close())

async function open(address: string, options: { timezoneId?: string } = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  await page.goto(address.startsWith('http') ? address : `${stage.tamis.url}/#/${address}`)
}

const openNewest = async (): Promise<void> => {
  await open('conversations')
  await page
    .getByRole('link', { name: /Checkout times out/ })
    .first()
    .click()
  await page
    .getByRole('list', { name: /Requests, oldest/ })
    .getByRole('link')
    .last()
    .click()
}

test('nothing is approved unseen: whole words and schema, marks, and again after a change', async () => {
  const tools = (second: string): readonly UpstreamTool[] => [
    {
      name: 'send_mail',
      description: `${'Sends one mail after the other. '.repeat(30)}Then\u2028 it\u200b ends.`,
      inputSchema: { type: 'object', properties: { recipient: { type: 'string' } } },
    },
    { name: 'search_mail', description: second },
  ]
  await stage.changeTools('mail', tools('Searches the mailbox.'))
  await open('tools')
  await page
    .getByRole('listitem')
    .filter({ hasText: /^mail/ })
    .getByRole('button', { name: /Review/ })
    .click()
  const approveAll = page.getByRole('button', { name: 'Approve server' })
  const tool = (name: string) => page.locator('.pending-tool').filter({ hasText: name })
  const unfold = (name: string): Promise<void> => tool(name).locator('summary').first().click()
  await unfold('send_mail')
  await tool('send_mail').getByText('Then⟨U+2028⟩ it ends.').waitFor()
  await tool('send_mail').getByText('hidden-unicode: 1 characters removed').waitFor()
  await tool('send_mail').getByText('Input schema').click()
  await tool('send_mail').getByText('"recipient"').waitFor()
  expect(await approveAll.isDisabled()).toBe(true)
  await unfold('search_mail')
  await expect.poll(() => approveAll.isEnabled()).toBe(true)

  await stage.changeTools('mail', tools('Searches the mailbox and forwards it.'))
  await approveAll.click()
  await page.getByText('What waits on mail is not what was shown').waitFor()
  await expect.poll(() => approveAll.isDisabled()).toBe(true)
  await unfold('search_mail')
  await tool('search_mail').getByText('and forwards it').waitFor()
  await approveAll.click()
  await expect.poll(() => approveAll.count()).toBe(0)
  expect(JSON.stringify(await stage.post('catalog.list', {}))).toContain('and forwards it')
})

test('looking at an original is not asking it back', async () => {
  await stage.sendSession(30)
  await openNewest()
  await page
    .getByRole('button', { name: /Show original/ })
    .first()
    .click()
  await page.getByText('/** Handles one pool. */').first().waitFor()
  const { entries } = (await stage.post('ledger.list', { kind: 'recover', limit: 1000 })) as {
    entries: { source: string }[]
  }
  expect(entries.filter(({ source }) => source === 'http')).toEqual([])
})

test.each([429, 500])(
  'a request that was answered %i saved nothing and says so',
  async (status) => {
    await stage.sendSession(30, `refuses-${status}`)
    await open('live?kind=proxy')
    const row = page.getByRole('link', { name: new RegExp(`refuses-${status}`) }).first()
    await row.waitFor()
    expect(await row.textContent()).toContain(String(status))
    const { entries } = (await stage.post('ledger.list', { kind: 'proxy', limit: 1 })) as {
      entries: { tokens: object; details: object }[]
    }
    expect(entries[0]?.tokens).toEqual({ before: 0, after: 0 })
    expect(entries[0]?.details).not.toHaveProperty('saved_usd')
  },
)

test('a request that its agent gave up is called aborted, and saved nothing', async () => {
  await open('live?kind=proxy')
  const left = new AbortController()
  const sent = fetch(`${stage.tamis.url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(toMessagesBody(agentSession(30), 'slow-model')),
    signal: left.signal,
  }).catch((error: Error) => error.name)
  await page.getByRole('list', { name: 'Under way' }).getByText('slow-model').waitFor()
  left.abort()
  expect(await sent).toBe('AbortError')
  const row = page.getByRole('link', { name: /slow-model.*aborted/ }).first()
  await row.waitFor()
  expect(await row.textContent()).not.toContain('$')
  stage.model.release()
})

test('what is open stays while others come in, and new ones wait for a click', async () => {
  await stage.sendSession(31)
  await openNewest()
  const address = page.url()
  await stage.sendSession(5, 'another-model')
  const added = page.getByRole('button', { name: '1 new request' })
  await added.waitFor()
  expect(page.url()).toBe(address)
  await page.getByRole('region', { name: 'Request' }).getByText('claude-sonnet-4-5').waitFor()
  await added.click()
  await page.getByRole('link', { name: /another-model/ }).waitFor()
  expect(page.url()).toBe(address)
})

test('a daemon that stops is seen at once, figures turn stale, and all of it comes back', async () => {
  const home = newFolder()
  await writePastMonth(home, 60)
  const first = await startTamis({ home })
  await open(`${first.url}/#/settings`)
  await page.getByText('Running, version').waitFor()
  await first.stop()
  await page.getByText('The daemon does not answer', { exact: true }).waitFor()
  // Entered while nobody answers: no figure is made up.
  await page.getByRole('link', { name: 'Live' }).click()
  const totals = page.getByRole('definition')
  await page.getByLabel('Totals').waitFor()
  expect(await totals.first().textContent()).toContain('–')
  expect(await page.getByLabel('Totals').textContent()).not.toContain('$0')
  const second = await startTamis({ home, args: ['--port', String(first.port)] })
  await page.getByText('Running, version').waitFor()
  await expect.poll(() => totals.first().textContent()).toMatch(/\d/)
  await page.getByRole('region', { name: 'Entries, newest first' }).waitFor()
  await second.stop()
  await page.getByText('These are the last figures').waitFor()
  expect(await totals.first().textContent()).toMatch(/\d/)
})

test('a wrong token says so', async () => {
  const guarded = await startTamis({ env: { TAMIS_TOKEN: 'right-token-of-this-daemon' } })
  await open(`${guarded.url}/`)
  await page.getByLabel('Token', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await page.getByText('That token was refused.').waitFor()
  await page.getByLabel('Token', { exact: true }).fill('right-token-of-this-daemon')
  await page.getByRole('button', { name: 'Open the dashboard' }).click()
  await page.getByRole('heading', { name: 'Live' }).waitFor()
  await guarded.stop()
})

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('today is the day in %s', async (zone) => {
  const asked: string[] = []
  const context = await browser.newContext({ timezoneId: zone })
  page = await context.newPage()
  page.on('request', (request) => {
    if (request.url().endsWith('/api/ledger.sum')) asked.push(String(request.postDataJSON().since))
  })
  await page.goto(`${stage.tamis.url}/#/live?period=today`)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  const midnight = await page.evaluate(() =>
    new Date(new Date().setHours(0, 0, 0, 0)).toISOString(),
  )
  expect(asked[0]).toBe(midnight)
})

test('passages of an earlier search do not stand under a new answer', async () => {
  await open('knowledge')
  const question = page.getByLabel('Question or words')
  await question.fill('refund rounding')
  await page.getByRole('button', { name: 'Search' }).click()
  await page
    .getByText(/\d passages/)
    .first()
    .waitFor()
  await question.fill('when was the retry limit raised')
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  expect(await page.getByRole('region', { name: 'Passages' }).count()).toBe(0)
})

test('rows of forgotten requests lead nowhere and say why', async () => {
  await open('conversations/past-9?period=30')
  await page.getByText('forgotten').first().waitFor()
  const turns = page.getByRole('list', { name: /Requests, oldest/ })
  expect(await turns.getByRole('link').count()).toBe(0)
  await page.goto(`${stage.tamis.url}/#/requests/req_gone`)
  await page.getByText('This request is no longer kept.').waitFor()
})

test('requests survive a restart where the setting says so, answer and title included', async () => {
  const home = newFolder()
  const env = {
    TAMIS_PROXY_UPSTREAMS_ANTHROPIC: stage.model.baseUrl,
    TAMIS_PROXY_KEEP_REQUESTS: '5',
  }
  const first = await startTamis({ home, env })
  await postJson(`${first.url}/v1/messages`, toMessagesBody(agentSession(30)))
  await first.stop()
  const second = await startTamis({ home, env })
  await open(`${second.url}/#/conversations`)
  await page.getByRole('link', { name: /Checkout times out/ }).click()
  await page.locator('a.turn-line').last().click()
  await page.locator('.answer-item').getByText('Next.').waitFor({ state: 'attached' })
  await page.getByText('You are a careful engineer.').waitFor({ state: 'attached' })
  await second.stop()
})

test('requests under way are shown with their time, and go when they end', async () => {
  await open('live')
  const sent = stage.sendSession(3, 'slow-model')
  const running = page.getByRole('list', { name: 'Under way' })
  await running.getByText('slow-model').waitFor()
  stage.model.release()
  await sent
  await running.waitFor({ state: 'detached' })
})
