import { wordsOfTitle } from './index-terms.ts'

const longestTitleWords = 8

/** Every run of words that could be a title: it begins like a name, or in a script without capitals. */
export function mentionedKeys(text: string): readonly string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const folded = wordsOfTitle(text)
  const starts = words.flatMap((word, at) => (/^[\p{Lu}\p{N}\p{Lo}]/u.test(word) ? [at] : []))
  return [...new Set(starts.flatMap((start) => runsFrom(folded, start)))]
}

function runsFrom(words: readonly string[], start: number): readonly string[] {
  const runs: string[] = []
  let run = ''
  for (const word of words.slice(start, start + longestTitleWords)) {
    run = run === '' ? word : `${run} ${word}`
    if (run.length > 2) runs.push(run)
  }
  return runs
}

/** The local targets of Markdown and wiki links, resolved against the document that holds them. */
export function linkedPaths(text: string, from: string): readonly string[] {
  const targets = [
    ...[...text.matchAll(/\]\(([^)\s#?]+)/g)].map(([, target = '']) => target),
    ...[...text.matchAll(/\[\[([^\]|#]+)/g)].map(([, target = '']) => `${target.trim()}.md`),
  ].filter((target) => !/^[a-z][a-z0-9+.-]*:/i.test(target))
  return [...new Set(targets.map((target) => resolvePath(from, target)))]
}

function resolvePath(from: string, target: string): string {
  const base = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  const path: string[] = [...base]
  for (const part of target.split('/')) {
    if (part === '..') path.pop()
    else if (part !== '' && part !== '.') path.push(part)
  }
  return path.join('/')
}
