// Takes a picture of every view at three widths, light and dark, into dist/screenshots: the real daemon and
// the real page, after a month of made-up work. Those the guides show go to docs/images too.
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { longestWaitMs, openBrowser } from '../test/e2e/dashboard/browser.ts'
import { ageMemory, writeMemory } from '../test/e2e/dashboard/fill-memory.ts'
import { handbook } from '../test/e2e/dashboard/handbook.ts'
import { writePastMonth } from '../test/e2e/dashboard/past-month.ts'
import { sendConversations } from '../test/e2e/dashboard/send-conversations.ts'
import { openStage } from '../test/e2e/dashboard/stage.ts'
import { toolbox, useToolbox } from '../test/e2e/dashboard/toolbox.ts'
import { newFolder } from '../test/e2e/tamis.ts'

const folder = join(import.meta.dirname, '../dist/screenshots')
const documented = join(import.meta.dirname, '../docs/images')
const wanted = process.argv.slice(2)
const sizes = {
  phone: { width: 390, height: 844 },
  wide: { width: 1280, height: 800 },
  widest: { width: 1920, height: 1080 },
}
/** Names of the pictures that README and guides show. */
const shown = ['live-light', 'conversations-light', 'request-light', 'savings-dark', 'tools-dark']

interface Shot {
  readonly view: string
  /** Where it is, when its name is not its address. */
  readonly path?: string
  readonly rest?: string
  /** Uses the view as a person would, and waits until it shows what it should. */
  prepare(page: Page): Promise<void>
}

const shots: readonly Shot[] = [
  {
    view: 'live',
    prepare: async (page) => {
      await page.getByRole('button', { name: '30 days' }).click()
      await page.getByLabel(/^Spent and saved by day/).waitFor()
    },
  },
  {
    view: 'conversations',
    rest: '/past-40?period=30',
    prepare: (page) => page.getByText('Context per request').waitFor(),
  },
  {
    view: 'request',
    path: 'conversations',
    async prepare(page) {
      const isPhone = (page.viewportSize()?.width ?? 0) < 760
      if (isPhone) await page.goto(`${stage.tamis.url}/#/conversations`)
      await page.getByRole('link', { name: /Checkout times out/ }).click()
      await page.locator('a.turn-line').last().click()
      await page
        .getByRole('button', { name: /Show original/ })
        .first()
        .click()
      await page.getByText('Copy original').first().waitFor()
    },
  },
  {
    view: 'savings',
    async prepare(page) {
      await page.getByRole('button', { name: 'Replay the latest conversations' }).click()
      await page.getByRole('cell', { name: 'tamis balanced' }).waitFor()
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
      const isPhone = (page.viewportSize()?.width ?? 0) < 760
      if (!isPhone) {
        await page.getByLabel('What do you want to do?').fill('mail a report with a chart')
        await page.getByText(/found$/).waitFor()
      }
      await page.getByLabel(/^Workflow of/).waitFor()
    },
  },
  {
    view: 'console',
    path: 'tools',
    async prepare(page) {
      await page.getByRole('button', { name: 'Manage db' }).click()
      await page.getByRole('region', { name: 'Policy of db' }).waitFor()
    },
  },
  {
    view: 'tool',
    path: 'tools',
    rest: '/tool%3Adb%3Aquery',
    prepare: (page) => page.getByLabel('Co-occurrence graph').waitFor(),
  },
  {
    view: 'knowledge',
    async prepare(page) {
      await page.getByLabel('Question or words').fill('when was the retry limit raised')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
      await page.locator('.answer-text').getByRole('button', { name: '[1]' }).click()
      await page.locator('.cited-text').waitFor()
    },
  },
  {
    view: 'document',
    path: 'knowledge',
    rest: '?q=openPool%20connections',
    async prepare(page) {
      await page.getByRole('link', { name: 'pool.ts' }).first().click()
      await page.locator('.piece[data-opened=true]').first().waitFor()
    },
  },
  {
    view: 'refusal',
    path: 'knowledge',
    async prepare(page) {
      await page.getByLabel('Question or words').fill('quantum chromodynamics of squids')
      await page.getByRole('button', { name: 'Ask', exact: true }).click()
      await page.getByRole('heading', { name: 'Refused' }).waitFor()
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
    view: 'learning',
    path: 'memory',
    async prepare(page) {
      await page.locator('a.card').first().click()
      await page.getByRole('region', { name: 'Learning' }).waitFor()
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
  await sendConversations(stage)
  for (const turns of [30, 31, 60, 120, 121]) await stage.sendSession(turns)
  for (const theme of ['light', 'dark'] as const)
    for (const size of ['phone', 'wide', 'widest'] as const) await takeAll(theme, size)
} finally {
  await browser.close()
  await stage.close()
}

async function takeAll(theme: 'light' | 'dark', size: keyof typeof sizes): Promise<void> {
  const context = await browser.newContext({ viewport: sizes[size], colorScheme: theme })
  const page = await context.newPage()
  page.setDefaultTimeout(longestWaitMs)
  await hideFolder(page)
  for (const { view, path = view, rest = '', prepare } of shots) {
    const name = size === 'wide' ? `${view}-${theme}` : `${view}-${theme}-${size}`
    if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
    await page.goto(`${stage.tamis.url}/?${name}#/${path}${rest}`)
    await prepare(page)
    await page.waitForLoadState('domcontentloaded')
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    if (shown.includes(name))
      copyFileSync(join(folder, `${name}.png`), join(documented, `${name}.png`))
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
