import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Found, startGateway } from './gateway-stage.ts'

const fixture = join(import.meta.dirname, '../fixtures/mcp-servers/skills.mjs')
const found = 'skill:shop:billing/refunds'

test.each(['list', 'index'])(
  'finds and reads a skill that a server tells of by its %s',
  async (mode) => {
    const daemon = await startGateway({ shop: { args: [fixture, mode] } })
    const { results } = await daemon.call<Found>('discover', { intent: 'process a refund' })
    expect(results[0]?.id).toBe(found)
    const { instructions } = await daemon.call<{ instructions: string }>('details', { id: found })
    expect(instructions).toContain('# Refunds')
  },
)

test('finds and reads skills of the folders that the configuration names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-skills-'))
  mkdirSync(join(folder, 'letters'))
  const text = '---\nname: letters\ndescription: Write a formal letter\n---\nBegin with the date.\n'
  writeFileSync(join(folder, 'letters', 'SKILL.md'), text)
  const more = `[gateway]\nskills = [${JSON.stringify(folder)}]`
  const daemon = await startGateway({}, { more })
  const { results } = await daemon.call<Found>('discover', { intent: 'write a formal letter' })
  expect(results[0]?.id).toBe('skill:local:letters')
  const details = await daemon.call('details', { id: 'skill:local:letters' })
  expect(details).toMatchObject({ type: 'skill', instructions: text })
})
