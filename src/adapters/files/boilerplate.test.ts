import { expect, test } from 'vitest'
import { withoutBoilerplate } from './boilerplate.ts'

const body = `<h1>Idle connections</h1>\n<p>${'They are closed after a while. '.repeat(8)}</p>`
const menu = '<nav>\n<a>Home</a>\n<nav>inner</nav>\n<a>About</a></nav>'

test.each([
  ['main', `<header>Site</header>\n${menu}\n<main>\n${body}\n</main>\n<footer>© us</footer>`],
  [
    'a role',
    `<div>Site</div>\n<div role="main">\n<div>${body}</div>\n${menu}\n</div><div>© us</div>`,
  ],
  [
    'one article',
    `<div>Site</div>${menu}<article>\n<header>${body}</header></article><p>About</p>`,
  ],
  [
    'frames alone',
    `<header>Site</header>${menu}\n<aside>About</aside>\n${body}\n<footer>© us</footer>`,
  ],
])('a page told by %s keeps its text, on the same lines', (_, page) => {
  const text = withoutBoilerplate(page)
  expect(text).toContain('Idle connections')
  expect(text).toContain('closed after a while')
  expect(text).not.toMatch(/Site|Home|inner|About|©/)
  expect(text.split('\n')).toHaveLength(page.split('\n').length)
  const line = (of: string): number => of.split('\n').findIndex((one) => one.includes('Idle'))
  expect(line(text)).toBe(line(page))
})

test('a main part that a script fills, or several of them, leave the page as it is', () => {
  const empty = '<p>All there is.</p><main></main>'
  expect(withoutBoilerplate(empty)).toBe(empty)
  const two = `<main>${body}</main><main>${body}</main>`
  expect(withoutBoilerplate(two)).toBe(two)
  const unclosed = `<nav><p>${body}`
  expect(withoutBoilerplate(unclosed)).toBe(unclosed)
})
