import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientPages } from '../scripts/clients/client-pages.ts'

test.each([...clientPages()])('%s is what `tamis setup` and `npm run clients` do', (file, page) => {
  expect(readFileSync(file, 'utf8'), 'run `npm run reference`').toBe(page)
  expect(page).not.toContain('Not run yet.')
  expect(page).not.toContain('Does not run here')
})
