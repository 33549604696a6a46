// Takes the pictures in docs/images: the real daemon and the real page, after a month of made-up work.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../test/e2e/dashboard/browser.ts'
import { ageMemory, writeMemory } from '../test/e2e/dashboard/fill-memory.ts'
import { handbook } from '../test/e2e/dashboard/handbook.ts'
import { writePastMonth } from '../test/e2e/dashboard/past-month.ts'
import { openStage } from '../test/e2e/dashboard/stage.ts'
import { toolbox, useToolbox } from '../test/e2e/dashboard/toolbox.ts'
import { newFolder } from '../test/e2e/tamis.ts'

const folder = join(import.meta.dirname, '../docs/images')
const wanted = process.argv.slice(2)
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

interface Shot {
  readonly view: string
  readonly rest?: string
  /** Uses the view as a person would, and waits until it shows what it should. */
  prepare(page: Page): Promise<void>
}

const shots: readonly Shot[] = [
  {
    view: 'live',
    prepare: async (page) => {
      await page.getByRole('button', { name: '30 days' }).click()
      await page.getByLabel(/^Tokens saved by day/).waitFor()
    },
  },
  {
    view: 'requests',
    async prepare(page) {
      await page
        .getByRole('link', { name: /26 masked/ })
        .last()
        .click()
      await page.getByText('A batch of old results was masked here').waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Where the prefix ends' }).click()
      const changed = page.locator('li:has(.prefix-end)')
      await changed.getByText('Show original').click()
      await page.getByText('Copy original').first().waitFor()
      await changed.evaluate((node) => node.scrollIntoView({ block: 'start' }))
    },
  },
  {
    view: 'prune',
    async prepare(page) {
      await page.getByRole('button', { name: 'Try with an example' }).click()
      await page.getByRole('slider').fill('14')
      await page.getByText('lines kept').waitFor()
    },
  },
  {
    view: 'tools',
    rest: '/cap%3Aweekly-report',
    async prepare(page) {
      await page.getByLabel('What do you want to do?').fill('mail a report with a chart')
      await page.getByText(/found$/).waitFor()
      await page.getByLabel(/^Workflow of/).waitFor()
    },
  },
  {
    view: 'knowledge',
    async prepare(page) {
      await page.getByLabel('Question or words').fill('when was the retry limit raised')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
    },
  },
  {
    view: 'memory',
    async prepare(page) {
      await page.getByLabel('Task').fill('the pool is exhausted in the checkout tests')
      await page.getByText('ranked by').waitFor()
    },
  },
  {
    view: 'settings',
    prepare: (page) => page.getByText('disk space').waitFor(),
  },
]

mkdirSync(folder, { recursive: true })
const home = newFolder()
await writePastMonth(home, 900)
writeMemory(home)
const stage = await openStage({ home, servers: toolbox, quarantined: ['mail'] })
const browser = await openBrowser()
try {
  await ageMemory(stage)
  await useToolbox(stage)
  await stage.post('knowledge.ingest', { documents: handbook, source: 'handbook' })
  for (const turns of [30, 31, 44, 45, 46]) await stage.sendSession(turns)
  await takeAll('light', 'wide')
  await takeAll('dark', 'wide')
  await takeAll('light', 'phone')
} finally {
  await browser.close()
  await stage.close()
}

async function takeAll(theme: 'light' | 'dark', size: keyof typeof sizes): Promise<void> {
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: theme,
    deviceScaleFactor: size === 'wide' ? 1.5 : 1,
  })
  const page = await context.newPage()
  await hideFolder(page)
  for (const { view, rest = '', prepare } of shots) {
    const name = size === 'wide' ? `${view}-${theme}` : `${view}-${theme}-phone`
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
    await page.goto(`${stage.tamis.url}/?${name}#/${view}${rest}`)
    await prepare(page)
    await page.waitForLoadState('domcontentloaded')
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}.png`) })
  }
  await context.close()
}

/** The folder of this run is nobody's home; show the usual one. */
async function hideFolder(page: Page): Promise<void> {
  await page.route(/\/api\/(?:config\.show|doctor)$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(home, '~/.tamis')
    await route.fulfill({ response, body })
  })
}
