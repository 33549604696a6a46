import { expect, test } from 'vitest'
import { isOurUnit, serviceUnit } from './service-unit.ts'

test.each([
  { home: '/data/tamis', said: '"/data/tamis"' },
  { home: '/data/my "own" home', said: '"/data/my \\"own\\" home"' },
  { home: '/data/50%', said: '"/data/50%%"' },
  { home: '/data/$USER', said: '"/data/$$USER"' },
])('starts the daemon of $home and no other', ({ home, said }) => {
  const unit = serviceUnit({ node: '/usr/bin/node', program: '/opt/tamis/main.js', home })
  expect(unit).toContain(`ExecStart="/usr/bin/node" "/opt/tamis/main.js" up --home ${said}\n`)
  expect(isOurUnit(unit)).toBe(true)
})

test('knows a unit that somebody else wrote', () => {
  expect(isOurUnit('[Unit]\nDescription=mine\n')).toBe(false)
})
