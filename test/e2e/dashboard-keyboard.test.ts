import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { writeMemory } from './dashboard/fill-memory.ts'
import { handbook } from './dashboard/handbook.ts'
import { focusedName, isAtRest, notReached, watchFocusIn } from './dashboard/in-page.mjs'
import { openStage, type Stage } from './dashboard/stage.ts'
import { toolbox } from './dashboard/toolbox.ts'
import { newFolder } from './tamis.ts'

let browser: Browser
let stage: Stage
let page: Page

beforeAll(async () => {
  const home = newFolder()
  writeMemory(home)
  stage = await openStage({ home, servers: toolbox, quarantined: ['mail'] })
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  for (const turns of [30, 31, 60]) await stage.sendSession(turns)
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

afterEach(() => page?.context().close())

async function open(address: string): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(longestWaitMs)
  await page.goto(`${stage.tamis.url}/#/${address}`)
  await page.waitForFunction(isAtRest)
}

/** Tab goes through all that can be done in what was opened, and each of it shows the focus. */
async function walk(region: Locator): Promise<void> {
  const targets = await region.evaluate(watchFocusIn)
  expect(targets).toBeGreaterThan(0)
  for (let presses = 0; presses < 2 * targets + 120; presses++) {
    if ((await page.evaluate(notReached)).length === 0) break
    await page.keyboard.press('Tab')
  }
  expect(await page.evaluate(notReached)).toEqual([])
}

const focused = () => expect.poll(() => page.evaluate(focusedName))

/** What lies below a button: opened by Enter, walked, closed by Escape, and the button has the focus again. */
async function openWalkClose(opener: Locator, opened: Locator, name: string): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await opened.waitFor()
  await page.waitForFunction(isAtRest)
  await walk(opened)
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  await focused().toBe(name)
}

const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

test.each([
  { key: 'Control+k', name: 'Go anywhere' },
  { key: '?', name: 'Keyboard' },
])('the dialog of $key gives the focus back', async ({ key, name }) => {
  await open('live')
  const link = page.getByRole('link', { name: 'Savings' })
  await link.focus()
  const before = await page.evaluate(focusedName)
  await page.keyboard.press(key)
  await page.getByRole('dialog', { name }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focused().toBe(before)
})

test('a server is looked after, reviewed and added by keyboard', async () => {
  await open('tools')
  await openWalkClose(button('Manage db'), page.locator('.server-console'), 'Manage db')
  await openWalkClose(button('Review 2'), page.locator('.approval'), 'Review 2')
  await openWalkClose(button('Add a server'), page.locator('.server-form').first(), 'Add a server')
  await button('Import').press('Enter')
  await page.locator('.import-servers').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.import-servers').waitFor({ state: 'detached' })
})

test('a tool is run in its form by keyboard', async () => {
  await open('tools/tool%3Adb%3Aquery')
  const form = page.getByRole('region', { name: 'Try it' })
  await form.waitFor()
  await walk(form)
  await form.getByLabel('sql').focus()
  await page.keyboard.type('select 1')
  await form.getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await form.getByRole('button', { name: 'Run' }).focus()
  await page.keyboard.press('Enter')
  await form.getByText(/^success/).waitFor()
})

test('a request opens from its row, its tabs and omissions turn, and Escape goes back to the row', async () => {
  await open('conversations')
  const conversation = page.getByRole('link', { name: /Checkout times out/ })
  await conversation.focus()
  await page.keyboard.press('Enter')
  const row = page.locator('a.turn-line').last()
  await row.focus()
  const name = await page.evaluate(focusedName)
  await page.keyboard.press('Enter')
  const request = page.getByRole('region', { name: 'Request' })
  await request.waitFor()
  await walk(request.locator('.request-tools'))
  await button('Difference').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => button('Difference').getAttribute('aria-pressed')).toBe('true')
  await button('Sent').press('Enter')
  const chip = page.locator('.chip').first()
  await chip.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('true')
  await page.getByText('Copy original').first().waitFor()
  await walk(page.locator('.omitted').first())
  await page.keyboard.press('Escape')
  await expect.poll(() => chip.getAttribute('aria-expanded')).toBe('false')
  await page.getByText('Price of each part').focus()
  await page.keyboard.press('Escape')
  await request.waitFor({ state: 'detached' })
  await focused().toBe(name)
})

test('a setting is changed in its row, and Escape leaves it as it was', async () => {
  await open('settings')
  await openWalkClose(button('Change mask.mode'), page.locator('.edit-setting'), 'Change mask.mode')
  await button('Change mask.mode').press('Enter')
  await focused().toBe('mask.mode')
})

test('a learning opens, is edited and closed by keyboard', async () => {
  await open('memory')
  const card = page.locator('a.card').first()
  await card.focus()
  const name = await page.evaluate(focusedName)
  await page.keyboard.press('Enter')
  const learning = page.getByRole('region', { name: 'Learning', exact: true })
  await learning.waitFor()
  await walk(learning)
  await openWalkClose(button('Edit'), learning.locator('form'), 'Edit')
  const forget = learning.getByRole('button', { name: 'Forget', exact: true })
  await forget.press('Enter')
  await learning.getByRole('button', { name: 'Forget for good' }).press('Escape')
  await forget.waitFor()
  await page.keyboard.press('Escape')
  await learning.waitFor({ state: 'detached' })
  await focused().toBe(name)
})

test('a citation and the document behind it open and close by keyboard', async () => {
  await open('knowledge')
  await page.getByLabel('Question or words').fill('when was the retry limit raised')
  await button('Ask').press('Enter')
  const mark = page.locator('.answer-text .citation-mark').first()
  await mark.waitFor()
  await mark.press('Enter')
  await page.locator('.cited-text').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.cited-text').waitFor({ state: 'detached' })
  await focused().toBe('[1]')
  await page.locator('.citations a').first().press('Enter')
  const document = page.getByRole('region', { name: 'Document', exact: true })
  await document.waitFor()
  await page.waitForFunction(isAtRest)
  await walk(document)
  await page.keyboard.press('Escape')
  await document.waitFor({ state: 'detached' })
})
