/**
 * About how many tokens a text has, without a table of tokens, which takes longer to load than a
 * text takes to prune. Least squares over 113 logs, guides and source files against `o200k_base`:
 * 3 % off on average, 15 % at worst.
 */
export function approximateTokens(text: string): number {
  let tokens = 0
  for (const [run] of text.matchAll(runs)) tokens += tokensOf(run)
  return Math.round(tokens)
}

const runs = /[A-Za-z\u00c0-\u024f]+|\d+|\s+|[!-/:-@[-`{-~]+|./gsu

function tokensOf(run: string): number {
  const code = run.charCodeAt(0)
  if (isLetter(code)) return 1 + 0.09 * Math.max(0, run.length - 6)
  if (code >= 0x30 && code <= 0x39) return 1.2 * Math.ceil(run.length / 3)
  if (code > 0x20 && code < 0x7f) return 0.8
  if (run.trim() !== '') return 1.07
  if (run.includes('\n')) return 1.7
  return run.length > 1 ? 1.2 : 0
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0xc0 && code <= 0x24f)
}
