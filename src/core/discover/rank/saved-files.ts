import { foldText } from '../../text/fold.ts'
import { stem } from '../../text/stem.ts'
import { partsOf } from '../../text/terms.ts'

const verbs =
  'write save store put append output export record draft create make generate build produce compose ' +
  'écris écrire enregistre enregistrer sauvegarde sauvegarder crée créer génère générer exporter'
const writing = new Set(verbs.split(' ').map((verb) => stem(foldText(verb), 'en')))
const file = stem('file', 'en')

const called = String.raw`(?:(?:the|a|le|un)\s+)?(?:(?:file|fichier)\s+)?(?:(?:called|named|nommé|appelé)\s+)?`
const whereto = new RegExp(
  String.raw`(?:^|\s)(?:to|in|into|at|as|on|under|dans|sous|sur|vers)\s+${called}["'\x60«]?\s*$`,
  'iu',
)
/** `stored at`, `located in`: where something lies already. */
const whereat = /(?:ed|written)\s+(?:in|at|on|under)\s+["'`]?\s*$/iu
/** These take a tool of their own. */
const notPlainText =
  /\.(?:avi|bmp|docx?|epub|gif|jpe?g|mov|mp[34]|od[pst]|pdf|png|pptx?|tar|wav|webp|xlsx?|zip)$/iu
const sentenceEnd = /[.?!;]\s|\n/u

/** Whether the sentence before a path asks for text to be written there: `save it to` and the like. */
export function isWrittenTo(path: string, before: string): boolean {
  const sentence = before.split(sentenceEnd).at(-1) ?? ''
  if (notPlainText.test(path) || whereat.test(sentence) || !whereto.test(sentence)) return false
  return partsOf(sentence).some((word) => writing.has(stem(word, 'en')))
}

/**
 * How much of its name each entry has in common with a tool that writes files, as a share of the
 * one that has most; 0 without a verb of writing, or without `file`.
 */
export function fileWriters(
  names: ReadonlyMap<string, readonly (readonly [entry: number, share: number])[]>,
  entryCount: number,
): Float64Array {
  const found = new Float64Array(entryCount)
  const files = new Map(names.get(file))
  for (const verb of writing)
    for (const [entry, share] of names.get(verb) ?? []) {
      const ofFile = files.get(entry)
      if (ofFile !== undefined) found[entry] = Math.max(found[entry] ?? 0, share + ofFile)
    }
  const most = found.reduce((highest, share) => Math.max(highest, share), 0) || 1
  return found.map((share) => share / most)
}
