import { contentText, type Fields, isFields, textOf } from '../wire/content.ts'
import { wireFormat } from '../wire/wire-formats.ts'
import type { SavedSession } from './session.ts'

/** What happened in a session, in its order. */
export type SessionStep =
  | { readonly kind: 'said'; readonly text: string; readonly time: number }
  | {
      readonly kind: 'ran'
      readonly command: string
      readonly output: string
      readonly isFailure: boolean
      readonly time: number
    }
  | {
      readonly kind: 'edited'
      readonly path: string
      /** What was replaced and by what; empty where a file was written whole. */
      readonly before: string
      readonly after: string
      readonly time: number
    }

/** The user's words, the commands that were run and how they ended, and the edits; nothing else. */
export function sessionSteps({ items, times, format }: SavedSession): readonly SessionStep[] {
  const open = new Map<string, Open>()
  const steps: SessionStep[] = []
  for (const entry of wireFormat(format).read(items)) {
    if (entry.kind === 'text' && entry.role === 'user' && entry.text !== '')
      steps.push({ kind: 'said', text: userWords(entry.text), time: Number.NaN })
    if (entry.kind === 'call') {
      const time = times[Number(entry.inputPath[0])] ?? Number.NaN
      open.set(entry.callId, { tool: entry.tool, input: inputOf(entry.input), time })
    }
    if (entry.kind !== 'result') continue
    const call = open.get(entry.callId)
    if (!call) continue
    open.delete(entry.callId)
    const output = outputText(entry.content)
    steps.push(...stepOf(call, output, entry.isFlaggedError))
  }
  return steps
}

interface Open {
  readonly tool: string
  readonly input: Fields
  readonly time: number
}

function stepOf({ tool, input, time }: Open, output: string, isFlagged: boolean): SessionStep[] {
  const command = commandOf(input)
  const patch = patchOf(command) ?? patchOf(textOf(input.patchText) || textOf(input.input))
  const isFailure = isFlagged || failedCode(output)
  if (patch) return isFailure ? [] : [{ kind: 'edited', ...patch, time }]
  if (command !== '') return [{ kind: 'ran', command, output, isFailure, time }]
  if (isFailure || !/edit|write|replace|create|patch/i.test(tool)) return []
  const path = [input.file_path, input.path, input.filePath, input.absolute_path]
    .map(textOf)
    .find((one) => one !== '')
  if (path === undefined) return []
  const edits = Array.isArray(input.edits) ? input.edits.filter(isFields) : [input]
  return edits.map((edit): SessionStep => {
    const [before, after] = [
      [edit.old_string, edit.old_str, edit.oldText, edit.oldString],
      [edit.new_string, edit.new_str, edit.newText, edit.newString],
    ].map((fields) => fields.map(textOf).find((one) => one !== '') ?? '')
    return { kind: 'edited', path, before: before ?? '', after: after ?? '', time }
  })
}

/** Arguments are an object, or its JSON. */
function inputOf(input: unknown): Fields {
  if (isFields(input)) return input
  if (typeof input !== 'string') return {}
  try {
    const value: unknown = JSON.parse(input)
    return isFields(value) ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return { input }
    throw error
  }
}

function commandOf(input: Fields): string {
  const { command, cmd, commands, script } = input
  const one = [command, cmd, script].find((field) => field !== undefined)
  if (typeof one === 'string') return one.trim()
  // As a shell is called, `["bash", "-lc", "npm test"]`, or a list of commands.
  const list = Array.isArray(one) ? one.slice(-1) : Array.isArray(commands) ? commands : []
  return list.filter((word) => typeof word === 'string').join(' && ')
}

function patchOf(text: string): { path: string; before: string; after: string } | undefined {
  const path = /^\*\*\* (?:Update|Add) File: (.+)$/m.exec(text)?.[1]?.trim()
  if (path === undefined) return undefined
  const changed = (sign: string): string =>
    text
      .split('\n')
      .filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
      .map((line) => line.slice(1))
      .join('\n')
  return { path, before: changed('-'), after: changed('+') }
}

/** Agents tell how a command ended in its first or its last lines. */
function failedCode(output: string): boolean {
  const ends = `${output.slice(0, 300)}\n${output.slice(-300)}`
  return /\bexit(?:ed)?(?: with)?(?: code| status)?[ :=]+(?!0\b)\d{1,3}\b/i.test(ends)
}

/** Some agents wrap a text into an object; others say what was run before what came of it. */
function outputText(content: unknown): string {
  const text = typeof content === 'string' ? content : contentText(content)
  if (!text.startsWith('[{')) return text
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list)) return text
    return list.map((one) => (isFields(one) ? textOf(one.result) : '')).join('\n')
  } catch (error) {
    if (error instanceof SyntaxError) return text
    throw error
  }
}

/** Without what the program itself puts around them. */
function userWords(text: string): string {
  return text
    .replace(/<(system-reminder|environment_context|session_context)>[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?user_input[^>]*>/g, '')
    .trim()
    .replace(/^"([\s\S]*)"$/, '$1')
}
