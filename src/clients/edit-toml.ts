import { parse } from 'smol-toml'
import type { Editor, Setting } from './editor.ts'

/** TOML: a table is a block of lines at the end, a plain value a line at the top. */
export const tomlEditor: Editor = {
  empty: '',
  parse: (text) => structuredClone(parse(text)),
  set(text, path, value) {
    const without = this.remove(text, path)
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const key = path.map(keyText).join('.')
    if (!isTable(value)) {
      const gap = without.startsWith('[') ? eol : ''
      return `${key} = ${valueText(value)}${eol}${gap}${without}`
    }
    const lines = Object.entries(value).map(([name, one]) => `${keyText(name)} = ${valueText(one)}`)
    const gap = without === '' ? '' : without.endsWith('\n') ? eol : eol + eol
    return `${without}${gap}${[`[${key}]`, ...lines].join(eol)}${eol}`
  },
  remove(text, path) {
    const lines = text.split(/(?<=\n)/)
    const [name = ''] = path
    const firstTable = lines.findIndex(isHeader)
    const rootEnd = firstTable === -1 ? lines.length : firstTable
    const plain = lines.findIndex((line, index) => index < rootEnd && keyOf(line) === name)
    if (path.length === 1 && plain !== -1) return lines.toSpliced(plain, 1).join('')
    const header = lines.findIndex((line) => isHeaderOf(line, path))
    if (header === -1) return text
    return lines.toSpliced(header, blockLength(lines, header)).join('')
  },
}

/** A table ends with its last line that is neither blank nor a comment: those below belong to the next. */
function blockLength(lines: readonly string[], header: number): number {
  const next = lines.findIndex((line, index) => index > header && isHeader(line))
  const block = lines.slice(header, next === -1 ? lines.length : next)
  const last = block.findLastIndex((line) => !/^\s*(?:#.*)?$/.test(line))
  const isBlankBelow =
    next === -1 && last + 1 < block.length && block.slice(last + 1).every(isBlank)
  return isBlankBelow ? block.length : last + 1
}

function isBlank(line: string): boolean {
  return line.trim() === ''
}

function isHeader(line: string): boolean {
  return /^\s*\[/.test(line)
}

function isHeaderOf(line: string, path: readonly string[]): boolean {
  const [, inside = ''] = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line.trimEnd()) ?? []
  const names = inside.split('.').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'))
  return names.join('.') === path.join('.')
}

function keyOf(line: string): string | undefined {
  return /^\s*(?:"([^"]+)"|'([^']+)'|([\w-]+))\s*=/.exec(line)?.slice(1).find(Boolean)
}

function keyText(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key)
}

function valueText(value: Setting): string {
  return isTable(value)
    ? `{ ${Object.entries(value)
        .map(([name, one]) => `${keyText(name)} = ${valueText(one)}`)
        .join(', ')} }`
    : Array.isArray(value)
      ? `[${value.map((one) => JSON.stringify(one)).join(', ')}]`
      : JSON.stringify(value)
}

function isTable(value: Setting): value is { readonly [key: string]: Setting } {
  return typeof value === 'object' && !Array.isArray(value)
}
