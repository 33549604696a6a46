import type { Entry } from '../catalog/entries.ts'
import type { ToolGraph } from '../past/tool-graph.ts'
import { searchedTerms } from '../rank/intent.ts'
import type { SearchIndex } from '../rank/search-index.ts'

/** A tool of another server that does the same job. */
interface Alternative {
  /** Position in the index. */
  readonly entry: number
  /** 0 to 1. */
  readonly similarity: number
  readonly reason: string
  readonly provenance: readonly ('schema' | 'text' | 'traces')[]
}

const weights = { name: 0.5, description: 0.3, parameters: 0.2 } as const
const leastSimilarity = 0.35
/** What it is worth to have been used for the same intents and never beside the other. */
const substitutionBonus = 0.15

/** Alternatives to one tool, most similar first. */
export function findAlternatives(
  index: SearchIndex,
  entry: number,
  limit: number,
  graph?: ToolGraph,
): readonly Alternative[] {
  const own = index.entries[entry]
  if (own?.type !== 'tool') return []
  const profile = profileOf(own)
  return candidatesOf(index, own)
    .map((candidate) => compare(index, candidate, own, profile, graph))
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .sort((a, b) => b.similarity - a.similarity || a.entry - b.entry)
    .slice(0, limit)
}

const mostCandidates = 50

/** Tools of other servers that share words with this one. */
function candidatesOf(index: SearchIndex, own: Entry): readonly number[] {
  const terms = searchedTerms(`${own.text.name} ${own.text.description}`.slice(0, 2000))
  return index.all
    .search(
      [...new Set(terms)].map((term) => [term, 1]),
      mostCandidates * 2,
    )
    .map(({ document }) => document)
    .filter((document) => {
      const other = index.entries[document]
      return other?.type === 'tool' && other.servers[0] !== own.servers[0]
    })
    .slice(0, mostCandidates)
}

interface Profile {
  readonly name: ReadonlySet<string>
  readonly description: ReadonlySet<string>
  readonly parameters: ReadonlySet<string>
}

/** The words of a tool without those that only say whose it is. */
function profileOf({ text }: Entry): Profile {
  const house = new Set(searchedTerms(text.server))
  const without = (words: string): ReadonlySet<string> =>
    new Set(searchedTerms(words).filter((term) => !house.has(term) && !startsWithAny(term, house)))
  return {
    name: without(text.name),
    description: without(text.description.slice(0, 2000)),
    parameters: new Set(searchedTerms(text.parameters)),
  }
}

/** A joined identifier such as `playwrighthover` still carries the name of its house. */
function startsWithAny(term: string, house: ReadonlySet<string>): boolean {
  return [...house].some((word) => word.length > 3 && term.startsWith(word))
}

function compare(
  index: SearchIndex,
  candidate: number,
  own: Entry,
  profile: Profile,
  graph: ToolGraph | undefined,
): Alternative {
  const other = index.entries[candidate] ?? own
  const theirs = profileOf(other)
  const name = overlap(index, profile.name, theirs.name)
  const description = overlap(index, profile.description, theirs.description)
  const parameters = overlap(index, profile.parameters, theirs.parameters)
  const isSubstitute = graph !== undefined && wereSubstituted(graph, own.id, other.id)
  const similarity =
    weights.name * name + weights.description * description + weights.parameters * parameters
  return {
    entry: candidate,
    similarity: Math.min(1, similarity + (isSubstitute ? substitutionBonus : 0)),
    reason: `same job on ${other.servers[0]}${isSubstitute ? ', used in its place before' : ''}`,
    provenance: [
      ...(parameters > 0.5 ? (['schema'] as const) : []),
      'text',
      ...(isSubstitute ? (['traces'] as const) : []),
    ],
  }
}

function wereSubstituted(graph: ToolGraph, one: string, other: string): boolean {
  return graph.uses(one) >= 2 && graph.uses(other) >= 2 && graph.together(one, other) === 0
}

/** Shared words over all words, rare ones counting more; two empty sets share nothing. */
function overlap(index: SearchIndex, one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0
  let whole = 0
  for (const term of new Set([...one, ...other])) {
    const rarity = index.all.rarity(term)
    whole += rarity
    if (one.has(term) && other.has(term)) shared += rarity
  }
  return whole === 0 ? 0 : shared / whole
}
