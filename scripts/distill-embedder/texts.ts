import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every other sense of WordNet: its words, then its gloss. General and scientific English. */
export function glosses(wordnet: string): readonly string[] {
  return ['noun', 'verb', 'adj', 'adv']
    .flatMap((kind) => readFileSync(join(wordnet, `dict/data.${kind}`), 'utf8').split('\n'))
    .filter((line) => /^\d/.test(line))
    .filter((_, index) => index % 2 === 0)
    .map(readSense)
}

/** Words stand in the fifth field and every second one after; their number, in hexadecimal, in the fourth. */
function readSense(line: string): string {
  const [head = '', gloss = ''] = line.split(' | ')
  const fields = head.split(' ')
  const count = Number.parseInt(fields[3] ?? '0', 16)
  const words = Array.from({ length: count }, (_, index) =>
    (fields[4 + 2 * index] ?? '').replace(/\([a-z]+\)$/, '').replaceAll('_', ' '),
  )
  return `${words.join(', ')}: ${gloss.trim()}`
}

const sentencesPerText = 3
const [shortest, longest] = [40, 600]

/** Doc comments of a typed library in pieces of three sentences, the `limit` of lowest digest. */
export function docComments(folder: string, limit: number): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.d.ts'))
    .sort()
  const texts = new Set(
    files.flatMap((file) => commentTexts(readFileSync(join(folder, file), 'utf8'))),
  )
  return [...texts]
    .map((text) => ({ text, digest: createHash('sha256').update(text).digest('hex') }))
    .sort((one, other) => (one.digest < other.digest ? -1 : 1))
    .slice(0, limit)
    .map(({ text }) => text)
}

function commentTexts(source: string): readonly string[] {
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, comment = '']) => {
    const prose = comment.replace(/^\s*\* ?/gm, '').split(/\n\s*@/)[0] ?? ''
    const sentences = prose
      .replace(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.!?])\s+(?=[A-Z])/)
    const texts: string[] = []
    for (let from = 0; from < sentences.length; from += sentencesPerText)
      texts.push(
        sentences
          .slice(from, from + sentencesPerText)
          .join(' ')
          .slice(0, longest),
      )
    return texts.filter((text) => text.length >= shortest)
  })
}
