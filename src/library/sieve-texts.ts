import { digest } from '../adapters/node/digest.ts'
import type { Tamis, ToolOutput } from './open-tamis.ts'
import { recoverName } from './recover-tool.ts'

export interface SieveOptions {
  /** Tools whose results always pass whole, besides `recover`. */
  readonly except?: readonly string[]
  /** Told when the sieve failed and the whole text passed. */
  readonly onError?: (error: unknown) => void
}

/** Decisions remembered: a result in a history that is sent again and again is decided and counted once. */
const mostRemembered = 1000

/** Shortens what tools printed; the same output for the same goal gives the same bytes. */
export function sieveTexts(
  tamis: Pick<Tamis, 'sieve'>,
  { except = [], onError = () => undefined }: SieveOptions,
): (output: ToolOutput) => Promise<string> {
  const decided = new Map<string, Promise<string>>()
  const passing = new Set([recoverName, ...except])

  async function decide(output: ToolOutput): Promise<string> {
    try {
      return (await tamis.sieve(output))?.text ?? output.text
    } catch (error) {
      onError(error)
      return output.text
    }
  }
  return async (output) => {
    if (passing.has(output.tool)) return output.text
    const key = digest(JSON.stringify(output))
    const text = decided.get(key) ?? decide(output)
    // The latest used come last, the first is forgotten.
    decided.delete(key)
    decided.set(key, text)
    if (decided.size > mostRemembered) decided.delete(decided.keys().next().value ?? key)
    return text
  }
}
