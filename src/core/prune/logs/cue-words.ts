/** What a word says about a log line; bits, so that one word may say several things. */
export const cue = {
  strong: 1,
  medium: 2,
  quiet: 4,
  warn: 8,
  exit: 16,
  negation: 32,
  completion: 64,
} as const

/** Something went wrong here. */
const strong = `
  abort aborted aborting assertion cannot crash crashed denied err error errors exception exceptions
  exited expected fail failed failing fails failure failures fatal incompatible invalid killed mismatch panic
  panicked problem problems refused rejected segfault segmentation threw timed traceback
  unable uncaught undefined unexpected unhandled unreachable unresolved unsupported violation
  abandon attendu echec echecs echoue echouee erreur erreurs impossible introuvable refuse`

/** Said often where something went wrong, and elsewhere too. */
const medium = `
  actual assert bad broken but caused code conflict conflicts corrupt could couldn deprecated
  doesn differ differs exceeded exit forgot illegal isn missing must nil no not null required should
  status such throw thrown timeout unavailable unknown warning without wrong absent aucun inattendu invalide
  manquant`

/** Work that goes as planned. */
const quiet = `
  already building cached checking collecting compiling debug done download downloaded downloading
  extracting fetching get hit info installed installing ok pass passed preparing progress receiving
  requirement resolving satisfied selecting setting success successful successfully unpacking
  using`

const warn = 'warn warning warnings deprecated avertissement'

/** Words of the lines that tell how a command ended. */
const exit = 'exit exited exiting err failed failures command stop error'

/** `not found`, `no such`, `aucun module`: as strong as an error when they meet. */
const negation = 'no not never cannot couldn doesn isn wasn aren without aucun aucune pas non'
const completion = `
  able accessible allowed available declared defined equal exist exists found implemented installed
  known match matching module permitted readable recognized reachable registered resolved rule space
  such supported valid version existe trouve trouvee valide`

/** Cue words with their bits; listed once. */
export function cueEntries(): readonly (readonly [string, number])[] {
  listed ??= listEntries()
  return listed
}

let listed: readonly (readonly [string, number])[] | undefined

function listEntries(): readonly (readonly [string, number])[] {
  return [
    ...entriesOf(strong, cue.strong),
    ...entriesOf(medium, cue.medium),
    ...entriesOf(quiet, cue.quiet),
    ...entriesOf(warn, cue.warn),
    ...entriesOf(exit, cue.exit),
    ...entriesOf(negation, cue.negation),
    ...entriesOf(completion, cue.completion),
  ]
}

function entriesOf(words: string, bits: number): (readonly [string, number])[] {
  return words
    .trim()
    .split(/\s+/)
    .map((word) => [word, bits] as const)
}
