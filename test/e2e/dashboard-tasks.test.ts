import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { handbook } from './dashboard/handbook.ts'
import { writePastMonth } from './dashboard/past-month.ts'
import { openStage, type Stage } from './dashboard/stage.ts'
import { toolbox } from './dashboard/toolbox.ts'
import { newFolder } from './tamis.ts'

let browser: Browser
let stage: Stage
let page: Page
let clicks = 0
let startedAt = 0

/** What people come for, and the most clicks each may take from the first view. */
beforeAll(async () => {
  const home = newFolder()
  await writePastMonth(home, 400)
  stage = await openStage({ home, servers: toolbox })
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  await stage.sendSession(30)
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

beforeEach(async () => {
  clicks = 0
  startedAt = performance.now()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(longestWaitMs)
  await page.goto(`${stage.tamis.url}/`)
  await page.getByRole('heading', { name: 'Live' }).waitFor()
})

afterEach(({ task }) => {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${task.name}: ${clicks} clicks, ${seconds} s\n`)
})

async function click(role: 'link' | 'button', name: string | RegExp): Promise<void> {
  clicks++
  await page.getByRole(role, { name }).first().click()
}

async function choose(label: string, value: string): Promise<void> {
  clicks++
  await page.getByLabel(label, { exact: true }).selectOption(value)
}

test('find what cost most since yesterday, and why', async () => {
  await click('link', 'Conversations')
  await choose('Period', '2')
  await choose('Order', 'spent')
  clicks++
  await page.locator('.conversation-line').first().click()
  await page.getByRole('region', { name: 'Conversation', exact: true }).waitFor()
  const spent = await page.locator('.conversation-line .number').nth(1).textContent()
  expect(spent).toMatch(/\$\d/)
  await page.getByText('Context per request').waitFor()
  expect(clicks).toBeLessThanOrEqual(4)
})

test('see what the model did not see, and get it back', async () => {
  await click('link', 'Conversations')
  await click('link', /Checkout times out/)
  clicks++
  await page.locator('a.turn-line').last().click()
  await click('button', /Show original/)
  await page.getByText('/** Handles one pool. */').first().waitFor()
  await page.getByRole('button', { name: 'Copy original' }).waitFor()
  expect(clicks).toBeLessThanOrEqual(4)
})

test('find the tool that is asked back most, and protect it', async () => {
  const { messages } = (await stage.post('mask', {
    messages: asked('Grep'),
    policy: { commit_every_turns: 1, window_turns: 0, min_context_tokens: 0 },
  })) as { messages: { content?: string }[] }
  const id = JSON.stringify(messages).match(/msk_\w+/)?.[0]
  await stage.post('recover', { id })
  await click('link', 'Savings')
  await click('button', 'Protect Grep')
  await page.getByRole('button', { name: 'Stop protecting Grep' }).waitFor()
  expect(clicks).toBe(2)
})

test('try another policy, and go back', async () => {
  await click('link', 'Savings')
  await click('button', 'Use thrifty')
  await page.getByRole('listitem').filter({ hasText: 'thrifty' }).getByText('in force').waitFor()
  await click('button', 'Undo')
  await page.getByRole('listitem').filter({ hasText: 'balanced' }).getByText('in force').waitFor()
  await click('button', 'Replay the latest conversations')
  await page.getByRole('cell', { name: 'tamis balanced' }).waitFor()
  expect(clicks).toBe(4)
})

test('approve a server that changed what it says', async () => {
  // What it said so far is what was approved.
  await stage.post('gateway.doctor', {})
  await stage.changeTools('mail', [{ name: 'send_mail', description: 'Sends, also deletes.' }])
  await click('link', 'Tools')
  await click('button', /^Review/)
  await page.getByText('also deletes').first().waitFor()
  await click('button', /^Approve (?:all|server)$/)
  await expect
    .poll(async () => JSON.stringify(await stage.post('catalog.list', {})))
    .toContain('also deletes')
  expect(clicks).toBe(3)
})

test('run a tool in a form made from its schema', async () => {
  await click('link', 'Tools')
  clicks++
  await page.getByLabel('What do you want to do?').fill('query the database')
  clicks++
  await page.locator('.found-line').first().click()
  await page.getByRole('region', { name: 'Try it' }).waitFor()
  for (const field of await page.locator('.try-tool input[required]').all()) await field.fill('a')
  clicks++
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('status', { name: 'Result' }).waitFor()
  expect(clicks).toBe(4)
})

test('ask, and open a citation', async () => {
  await click('link', 'Knowledge')
  clicks++
  await page.getByLabel('Question or words').fill('when was the retry limit raised')
  clicks++
  await page.getByRole('button', { name: 'Ask', exact: true }).click()
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  await click('button', '[1]')
  await page.getByText('Only the payments team may change the retry limits.').waitFor()
  expect(clicks).toBe(4)
})

test('accept a memory that sessions proposed', async () => {
  const said = (content: string) => ({ role: 'user', content })
  const session = [
    said('Add a test. Always use pnpm instead of npm in this project.'),
    { role: 'assistant', content: 'Done.' },
    said('Now the docs. And always use pnpm instead of npm in this project!'),
    { role: 'assistant', content: 'Done.' },
  ]
  await stage.post('memory.mine', { sessions: [{ name: 'a.json', text: JSON.stringify(session) }] })
  await click('link', 'Memory')
  await page.getByRole('region', { name: 'Proposals' }).getByText('pnpm').first().waitFor()
  await click('button', 'Accept')
  await page.getByRole('region', { name: 'Proposals' }).waitFor({ state: 'detached' })
  await page.locator('.card').getByText('pnpm').first().waitFor()
  expect(clicks).toBe(2)
})

test('go anywhere by keyboard alone', async () => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type('checkout')
  expect(await page.getByRole('combobox', { name: 'Go to' }).inputValue()).toBe('checkout')
  await page.getByRole('option', { name: /Checkout/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('a.turn-line').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText('↓ next').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('Enter')
  await page.getByText('/** Handles one pool. */').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor({ state: 'detached' })
  await page.keyboard.press('1')
  await page.getByRole('heading', { level: 1, name: 'Live' }).waitFor()
})

/** A few calls of one tool with results long enough to be masked. */
function asked(tool: string): readonly object[] {
  return [0, 1, 2, 3].flatMap((at) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name: tool, arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content: `found ${at} `.repeat(200) },
  ])
}
