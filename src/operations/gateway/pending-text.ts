import type { Say } from '../../core/text/say.ts'

interface Piece {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

interface Difference {
  readonly title: readonly Piece[]
  readonly description: readonly Piece[]
  readonly inputSchema: readonly Piece[]
  readonly outputSchema: readonly Piece[]
  readonly annotations: readonly Piece[]
}

/** A waiting tool with all that would be approved; `[-gone-]` and `{+new+}` where it changed. */
export function pendingText(
  tool: {
    readonly id: string
    readonly kind: 'new' | 'changed'
    readonly findings: readonly string[]
    readonly difference: Difference
  },
  say: Say,
): string {
  const { difference, kind } = tool
  const parts: readonly (readonly [heading: string, pieces: readonly Piece[]])[] = [
    [say('Title'), difference.title],
    [say('Description'), difference.description],
    [say('Input schema'), difference.inputSchema],
    [say('Output schema'), difference.outputSchema],
    [say('Annotations'), difference.annotations],
  ]
  return [
    `${kind.padEnd(8)} ${tool.id}`,
    ...tool.findings.map((finding) => `  look  ${finding}`),
    ...parts
      .filter(([, pieces]) => (kind === 'new' ? pieces.length > 0 : pieces.some(isChange)))
      .map(
        ([heading, pieces]) =>
          `  ${heading}\n${indented(kind === 'new' ? plain(pieces) : marked(pieces))}`,
      ),
  ].join('\n')
}

function isChange({ kind }: Piece): boolean {
  return kind !== 'same'
}

function plain(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}

function marked(pieces: readonly Piece[]): string {
  const written = {
    same: (text: string) => text,
    gone: (text: string) => `[-${text}-]`,
    new: (text: string) => `{+${text}+}`,
  }
  return pieces.map(({ kind, text }) => written[kind](text)).join('')
}

function indented(text: string): string {
  return text.replace(/^/gm, '    ')
}
