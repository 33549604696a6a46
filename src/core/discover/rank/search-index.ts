import { type Bm25Index, bm25Index } from '../../text/bm25.ts'
import type { Entry, EntryText } from '../catalog/entries.ts'
import { type Fed, findFed } from './feeders.ts'
import { searchedTerms, wordsOf } from './intent.ts'

/** All entries, ready to be matched by words. */
export interface SearchIndex {
  readonly entries: readonly Entry[]
  /** Everything an entry says, as one text. */
  readonly all: Bm25Index
  readonly name: Bm25Index
  readonly server: Bm25Index
  readonly serverDescription: Bm25Index
  readonly parameters: Bm25Index
  /** Which server each entry is of, by number; what has no server stands for itself. */
  readonly serverOf: readonly number[]
  /** The terms of each entry in the order they are said, field by field. */
  readonly said: readonly (readonly (readonly string[])[])[]
  /** Term of a name → the entries named so, each with the share of its name that the term is, by rarity. */
  readonly names: TermShares
  /** The same of its name and first sentence. */
  readonly headlines: TermShares
  /** Term → the entries that say it anywhere. */
  readonly holders: ReadonlyMap<string, Uint32Array>
  /** Whether any entry says a term. */
  isHeld(term: string): boolean
  /** Tools of our own. */
  readonly own: readonly number[]
  /** Which entries give an id that others need. */
  readonly fed: Fed
  /** Words that occur anywhere, with the term they are searched by. */
  readonly vocabulary: ReadonlyMap<string, string>
}

/** Term → entries, each with the share of its text that the term is, by rarity. */
export type TermShares = ReadonlyMap<string, readonly (readonly [entry: number, share: number])[]>

const fieldNames = [
  'name',
  'description',
  'parameters',
  'notes',
  'server',
  'serverDescription',
] as const satisfies readonly (keyof EntryText)[]

/** Who writes more says more, so length is only half normalised away; repetition adds for a while. */
const wholeText = { fields: [{ weight: 1, lengthPenalty: 0.5 }], saturation: 2 }
const oneField = { fields: [{ weight: 1, lengthPenalty: 0.75 }], saturation: 1.2 }

export function buildSearchIndex(
  entries: readonly Entry[],
  reader: TextReader = createReader(),
): SearchIndex {
  reader.begin()
  const fields = entries.map(({ text }) => fieldNames.map((name) => reader.read(text[name]).terms))
  const column = (name: (typeof fieldNames)[number]): (readonly string[])[][] =>
    fields.map((terms) => [terms[fieldNames.indexOf(name)] ?? []])
  const all = bm25Index(
    fields.map((terms) => [terms.flat()]),
    wholeText,
  )
  const serverOf = numberServers(entries)
  return {
    entries,
    all,
    name: bm25Index(column('name'), oneField),
    server: bm25Index(column('server'), oneField),
    serverDescription: bm25Index(column('serverDescription'), oneField),
    parameters: bm25Index(column('parameters'), oneField),
    serverOf,
    own: entries.flatMap(({ isOwn }, entry) => (isOwn ? [entry] : [])),
    fed: findFed(entries, serverOf),
    said: fields,
    names: termShares(
      column('name').map(([terms = []]) => [...new Set(terms)]),
      all,
    ),
    headlines: termShares(
      entries.map(({ text, intent }) => [
        ...new Set([...reader.read(text.name).terms, ...reader.read(intent).terms]),
      ]),
      all,
    ),
    holders: holdersOf(fields.map((terms) => new Set(terms.flat()))),
    isHeld: (term) => all.documentFrequency(term) > 0,
    vocabulary: collectVocabulary(entries, reader),
  }
}

function numberServers(entries: readonly Entry[]): readonly number[] {
  const numbers = new Map<string, number>()
  return entries.map(({ id, text }) => {
    const name = text.server || id
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return number
  })
}

function termShares(names: readonly (readonly string[])[], { rarity }: Bm25Index): TermShares {
  const shares = new Map<string, (readonly [number, number])[]>()
  names.forEach((terms, entry) => {
    const whole = terms.reduce((sum, term) => sum + rarity(term), 0)
    for (const term of terms) {
      const list = shares.get(term) ?? []
      list.push([entry, rarity(term) / whole])
      shares.set(term, list)
    }
  })
  return shares
}

function holdersOf(texts: readonly ReadonlySet<string>[]): SearchIndex['holders'] {
  const holders = new Map<string, number[]>()
  texts.forEach((terms, entry) => {
    for (const term of terms) {
      const list = holders.get(term)
      if (list) list.push(entry)
      else holders.set(term, [entry])
    }
  })
  return new Map([...holders].map(([term, list]) => [term, Uint32Array.from(list)]))
}

/** What an entry is and does, for an embedder. */
export function coreText({ text }: Entry): string {
  return `${spoken(text.name)}. ${text.description}`.slice(0, longestEmbedded)
}

function spoken(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/[_\-/]+/g, ' ')
}

/** The whole text of an entry, for an embedder. */
export function entryText({ text }: Entry): string {
  return [
    spoken(text.server),
    text.serverDescription,
    spoken(text.name),
    text.description,
    spoken(text.parameters),
    text.notes,
  ]
    .join('. ')
    .slice(0, longestEmbedded)
}

const longestEmbedded = 8000

/** Reads each text once, also from one index to the next. */
export interface TextReader {
  /** A new index begins: what the last one did not read is forgotten. */
  begin(): void
  read(text: string): ReadText
}

interface ReadText {
  readonly terms: readonly string[]
  /** Each word with the term it is searched by. */
  readonly words: ReadonlyMap<string, string>
}

export function createReader(): TextReader {
  let before = new Map<string, ReadText>()
  let known = new Map<string, ReadText>()
  return {
    begin() {
      before = known
      known = new Map()
    },
    read(text) {
      const found = known.get(text) ?? before.get(text) ?? readText(text)
      known.set(text, found)
      return found
    },
  }
}

function readText(text: string): ReadText {
  return {
    terms: searchedTerms(text),
    words: new Map(wordsOf(text).map((word) => [word, searchedTerms(word)[0] ?? word])),
  }
}

function collectVocabulary(
  entries: readonly Entry[],
  reader: TextReader,
): ReadonlyMap<string, string> {
  const texts = new Set(entries.flatMap(({ text }) => fieldNames.map((name) => text[name])))
  return new Map([...texts].flatMap((text) => [...reader.read(text).words]))
}
