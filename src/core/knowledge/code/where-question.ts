/** A question about the place of a name in a program. */
export interface WhereQuestion {
  readonly name: string
  readonly asks: 'defined' | 'used' | 'tested'
}

const verbs: readonly (readonly [WhereQuestion['asks'], string])[] = [
  ['defined', 'defined|declared|implemented|définie?|déclarée?|implémentée?'],
  ['used', 'used|called|referenced|imported|utilisée?|appelée?'],
  ['tested', 'tested|testée?'],
]
const name = '`?(?:[\\p{L}_$][\\p{L}\\p{N}_$]*\\.)*#?([\\p{L}_$][\\p{L}\\p{N}_$]*)(?:\\(\\))?`?'
const kind =
  '(?:the |a |la |le |l’)?(?:function |class |method |type |interface |constant |variable |fonction |classe |méthode )?'

/** A longer question asks for more than a place. */
const longest = 200

/** Reads `where is parseUrl defined`, `where are the Users used`, `who calls parseUrl`, `tests of parseUrl`. */
export function whereQuestion(query: string): WhereQuestion | undefined {
  if (query.length > longest) return undefined
  const asked = query.trim().replace(/[?.!\s]+$/, '')
  for (const [asks, verb] of verbs) {
    const found = new RegExp(`^(?:where|où) (?:is|are|est|sont) ${kind}${name} (?:${verb})$`, 'iu')
    const match = found.exec(asked)?.[1]
    if (match !== undefined) return { name: match, asks }
  }
  const caller = new RegExp(`^(?:who|what) (?:calls|uses) ${kind}${name}$`, 'iu').exec(asked)?.[1]
  if (caller !== undefined) return { name: caller, asks: 'used' }
  const tests = new RegExp(`^(?:the )?tests (?:of|for) ${kind}${name}$`, 'iu').exec(asked)?.[1]
  return tests === undefined ? undefined : { name: tests, asks: 'tested' }
}
