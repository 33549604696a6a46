import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { openStage, type Stage } from './dashboard/stage.ts'

let browser: Browser
let stage: Stage
let page: Page

beforeAll(async () => {
  stage = await openStage()
  browser = await openBrowser()
  page = await browser.newPage()
  page.setDefaultTimeout(longestWaitMs)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

const button = () => page.getByRole('button', { name: 'Load the demo' })

async function visit(view: string): Promise<void> {
  await page.goto(`${stage.tamis.url}/?${view}#/${view}`)
}

test.each(['live', 'conversations', 'knowledge', 'memory', 'tools'])(
  '%s says the first step, and offers the demo, while there is nothing',
  async (view) => {
    await visit(view)
    await button().waitFor()
    await page.getByRole('button', { name: 'Copy', exact: true }).first().waitFor()
  },
)

test('the demo fills every view, marked, and apart from what is one’s own', async () => {
  await visit('live')
  await button().click()
  await page.getByText('You are looking at made-up data').waitFor()
  const ledger = page.getByRole('region', { name: 'Entries, newest first' })
  await ledger.getByRole('link').first().waitFor()
  for (const [view, seen] of [
    ['conversations', /A declined card is charged again/],
    ['knowledge', /payments\/retries\.md/],
    ['memory', /decline code/],
    ['tools', /cancel_event/],
  ] as const) {
    await visit(view)
    await page.getByText('You are looking at made-up data').waitFor()
    await page.getByText(seen).first().waitFor()
  }
  expect(await stage.post('ledger.list', {})).toMatchObject({ entries: [] })
  await page.getByRole('button', { name: 'Back to your data' }).click()
  await visit('knowledge')
  await button().waitFor()
})

test('the demo is taken away by a click, and nothing of it stays', async () => {
  await visit('memory')
  await button().click()
  await page.getByText('You are looking at made-up data').waitFor()
  await page.getByRole('button', { name: 'Remove the demo' }).click()
  await button().waitFor()
  expect(await stage.post('token.list', {})).toEqual({ tokens: [] })
  const made = await stage.post('token.create', { name: 'look', namespace: 'demo', scope: 'admin' })
  const { token } = made as { token: string }
  const left = async (operation: string): Promise<unknown> => {
    const response = await fetch(`${stage.tamis.url}/api/${operation}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-tamis-token': token },
      body: '{}',
    })
    return response.json()
  }
  expect(await left('ledger.list')).toMatchObject({ entries: [] })
  expect(await left('knowledge.schema')).toMatchObject({ documents: 0 })
  expect(await left('memory.list')).toMatchObject({ learnings: [] })
  expect(JSON.stringify(await left('catalog.list'))).not.toContain('send_mail')
})
