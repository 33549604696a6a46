/** What a question asks for, and what such a value looks like. */
const kinds: readonly { readonly asked: RegExp; readonly value: RegExp }[] = [
  {
    asked: /\b(?:when|date|expires?|quand|expire)\b/i,
    value:
      /\b\d{4}-\d\d-\d\d(?!\d)|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* +\d{1,2}\b|\b\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/,
  },
  {
    asked: /\b(?:ip|addresse?s?|adresses?)\b/i,
    value: /\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[\da-f]{1,4}(?::[\da-f]{0,4}){3,}/i,
  },
  {
    asked: /\b(?:how long|duration|took|take|slow\w*|fast\w*|combien de temps|durée)\b/i,
    value:
      /\b\d+(?:\.\d+)?\s?(?:ms|µs|s|secs?|seconds?|min|minutes?|h)\b|\b\d+m\s?\d+(?:\.\d+)?s\b/i,
  },
  {
    asked: /\b(?:status|code|statut)\b/i,
    value: /\bHTTP\/[\d.]+ \d{3}\b|\b(?:status|code)\b[ =:]+\d+/i,
  },
  { asked: /\bversions?\b/i, value: /\bv?\d+\.\d+(?:\.\d+)?\b/ },
  { asked: /\b(?:urls?|links?|liens?)\b/i, value: /https?:\/\// },
  {
    asked: /\b(?:files?|modules?|paths?|folders?|fichiers?|chemins?|dossiers?)\b/i,
    value: /['"`](?:\.{0,2}\/|@?\w[\w-]*\/)[^'"`]+['"`]|['"`][\w./-]+\.\w{1,5}['"`]/,
  },
]

/** The form of the value a goal asks for: a date for "when", an address for "which address". */
export function valueAsked(goal: string): RegExp | undefined {
  return kinds.find(({ asked }) => asked.test(goal))?.value
}

const amount =
  /\b(?:how (?:many|much|large|big|often|long|far|old|high|wide)|number of|count|combien)\b/i

/** Whether a goal asks for a number of any kind. */
export function asksForNumber(goal: string): boolean {
  return amount.test(goal)
}

const absence =
  /\b(?:cannot|can't|could not|couldn't|can not|unable to|not|no|never|nothing|aucun\w*)\b.{0,24}?\b(?:find|finds|found|exists?|such|resolved?|locate[d]?|available|installed|trouv\w+)\b|\bunmet\b|\bmissing\b|\babsent\b|\bmanquant\w*\b|\bintrouvable\w*\b|\bENOENT\b/i

/** Whether a text says that something is not there. */
export function isAbsence(text: string): boolean {
  return absence.test(text)
}
