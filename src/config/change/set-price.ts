import { EngineError } from '../../errors.ts'
import { phrase } from '../../phrase.ts'
import { isTable, readTable, setSetting } from './set-setting.ts'

/** The text of a `tamis.toml` with one more line in `proxy.prices`, in place of the one of the same model. */
export function setPrice(text: string, file: string, line: string): string {
  const before = readTable(text)
  if (!before) throw new EngineError('config_invalid', phrase`${file} cannot be read as TOML`)
  const [model] = line.trim().split(/\s+/)
  const others = pricesOf(before).filter((one) => one.trim().split(/\s+/)[0] !== model)
  const prices = [line.trim().replace(/\s+/g, ' '), ...others]
  return setSetting(text, file, ['proxy', 'prices'], prices)
}

function pricesOf({ proxy }: Record<string, unknown>): readonly string[] {
  const prices = isTable(proxy) ? proxy.prices : undefined
  return Array.isArray(prices) ? prices.filter((line) => typeof line === 'string') : []
}
