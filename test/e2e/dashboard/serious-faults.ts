import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = createRequire(import.meta.url).resolve('axe-core')

interface AxeNode {
  readonly target: readonly unknown[]
}

/** Runs the checker in a world of its own, which the page's policy does not bind. */
export async function seriousFaults(page: Page, view: string): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  const run = (expression: string) =>
    session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    })
  await run(readFileSync(axe, 'utf8'))
  const { result } = await run(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
  )
  const violations = result.value as { id: string; impact: string; nodes: AxeNode[] }[]
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${view}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
}
