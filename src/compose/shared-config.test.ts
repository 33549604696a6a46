import { expect, test } from 'vitest'
import { loadConfig } from '../config/load.ts'
import { EngineError } from '../errors.ts'
import { liveConfig } from './shared-config.ts'

const own = loadConfig({ home: '/nowhere' }, {}, '/nowhere')
const windowOf = (turns: number): string => `[mask]\nwindow_turns = ${turns}\n`

/** A text that can be changed behind the reader's back, or be away. */
function stage() {
  const state = { text: '', isAway: false }
  const warnings: string[] = []
  const log = {
    info: () => {},
    warn: (event: string) => void warnings.push(event),
    error: () => {},
  }
  const kept = {
    async read() {
      if (state.isAway) throw new EngineError('store_unavailable', 'away')
      return state.text
    },
    async write(text: string) {
      state.text = text
    },
  }
  return { state, warnings, open: () => liveConfig(own, kept, log) }
}

test('what is shared is in force from the start, and again when it changes', async () => {
  const { state, open } = stage()
  state.text = windowOf(3)
  const live = await open()
  const heard: unknown[] = []
  live.onChange(({ config }) => heard.push(config.mask.windowTurns))
  expect(live.current().config.mask.windowTurns).toBe(3)
  state.text = windowOf(4)
  await live.shared?.refresh()
  await live.shared?.refresh()
  await live.shared?.write('')
  expect(heard).toEqual([4, undefined])
})

test('a store that is away, or a text of a newer Tamis, leaves what was in force', async () => {
  const { state, warnings, open } = stage()
  state.isAway = true
  const live = await open()
  expect(live.current()).toBe(own)
  state.isAway = false
  state.text = windowOf(3)
  await live.shared?.refresh()
  state.text = '[mask]\nof_tomorrow = 1\n'
  await live.shared?.refresh()
  expect(live.current().config.mask.windowTurns).toBe(3)
  expect(warnings).toEqual(['shared-config-not-used', 'shared-config-not-used'])
})

test('a text with a fault is refused before it is kept', async () => {
  const { state, open } = stage()
  const live = await open()
  await expect(live.shared?.write('[server]\nport = 1\n')).rejects.toThrow('cannot be shared')
  expect(state.text).toBe('')
})

test('a store of one daemon shares nothing', async () => {
  const { shared } = await liveConfig(own, undefined, {
    info: () => {},
    warn: () => {},
    error: () => {},
  })
  expect(shared).toBeUndefined()
})
