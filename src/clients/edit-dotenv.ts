import type { Editor } from './editor.ts'

const assignment = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/

/** Lines of `NAME=value`, as agents read them beside their settings. */
export const dotenvEditor: Editor = {
  empty: '',
  parse: (text) =>
    Object.fromEntries(
      text.split(/\r?\n/).flatMap((line) => {
        const [, name, value = ''] = assignment.exec(line) ?? []
        return name === undefined ? [] : [[name, value.replace(/^(["'])(.*)\1$/, '$2')]]
      }),
    ),
  set(text, [name = ''], value) {
    const lines = text.split(/(?<=\n)/)
    const index = lines.findIndex((line) => assignment.exec(line)?.[1] === name)
    const eol = text.includes('\r\n') ? '\r\n' : '\n'
    const line = `${name}=${String(value)}${eol}`
    if (index !== -1) return lines.with(index, line).join('')
    return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${line}`
  },
  remove(text, [name = '']) {
    const lines = text.split(/(?<=\n)/)
    return lines.filter((line) => assignment.exec(line)?.[1] !== name).join('')
  },
}
