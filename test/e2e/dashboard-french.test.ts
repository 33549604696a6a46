import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import messages from '../../src/surfaces/dashboard/locale/french.json' with { type: 'json' }
import { longestWaitMs, openBrowser } from './dashboard/browser.ts'
import { writeMemory } from './dashboard/fill-memory.ts'
import { handbook } from './dashboard/handbook.ts'
import { isAtRest, overflow } from './dashboard/in-page.mjs'
import { views } from './dashboard/looks.ts'
import { openStage, type Stage } from './dashboard/stage.ts'
import { toolbox, useToolbox } from './dashboard/toolbox.ts'
import { newFolder } from './tamis.ts'

let browser: Browser
let stage: Stage

beforeAll(async () => {
  const home = newFolder()
  writeMemory(home)
  stage = await openStage({
    home,
    servers: toolbox,
    quarantined: ['mail'],
    env: { TAMIS_SERVER_LOCALE: 'fr' },
  })
  await useToolbox(stage)
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  await stage.sendSession(30)
  browser = await openBrowser()
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await stage?.close()
})

/** English that would stand out: whole sentences and names of several letters, without holes. */
const english = Object.entries(messages)
  .filter(([message, said]) => message !== said && /^[A-Z][^{|]{9,}$/.test(message))
  .map(([message]) => message)

test.each([1280, 390])('a daemon that speaks French has a French page, %d wide', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 844 } })
  page.setDefaultTimeout(longestWaitMs)
  const files: string[] = []
  page.on('response', (response) => files.push(new URL(response.url()).pathname))
  for (const view of views) {
    await page.goto(`${stage.tamis.url}/?${view}#/${view}`)
    await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
    await expect.poll(() => page.evaluate(isAtRest)).toBe(true)
    const lines = (await page.locator('body').innerText()).split('\n').map((line) => line.trim())
    expect(english.filter((message) => lines.includes(message))).toEqual([])
    expect(await page.evaluate(overflow), `${view} is as wide as the screen`).toBe(0)
  }
  expect(files.some((file) => /french/.test(file))).toBe(true)
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  await page.getByRole('link', { name: 'Réglages' }).waitFor()
  await page.close()
})

test('refusals of the daemon are French too', async () => {
  const page = await browser.newPage()
  page.setDefaultTimeout(longestWaitMs)
  await page.goto(`${stage.tamis.url}/#/tools/tool%3Anone%3Anothing`)
  await page
    .getByRole('alert')
    .getByText(/^Aucun|^Rien|introuvable|inconnu/)
    .first()
    .waitFor()
  await page.close()
})
