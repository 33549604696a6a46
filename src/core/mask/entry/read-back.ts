import type { Observation } from '../facts/turns.ts'

/** Ids under which something that was left out can be had. */
const omissionId = /\b(?:msk_\d{18}|prn_[a-z2-7]{16})(?![a-z0-9])/

/** Whether a call asks for what was left out: by its id, by the file named after it, or with our own tool. */
export function namesOmission({ tool, call }: Observation): boolean {
  return /recover/i.test(tool) || omissionId.test(inputText(call.input))
}

/** Whether two calls ask the same of the same tool. */
export function isSameCall(a: Observation, b: Observation): boolean {
  return a.tool === b.tool && inputText(a.call.input) === inputText(b.call.input)
}

function inputText(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
}
