import { z } from 'zod'
import { slug, storyId } from '../../engine.ts'
import { counted, phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { hitsText } from './memory-text.ts'

const limit = z.int().min(1).max(100).default(10).describe('How many at most')

const reindex = operation({
  name: 'memory.reindex',
  summary: 'Rebuild every index of memory from its files',
  effect: 'write',
  tool: { name: 'memory_reindex', profiles: [] },
  command: { name: 'memory reindex', examples: ['tamis memory reindex'] },
  input: z.strictObject({}),
  run: (engine, _, { signal }) => engine.memory.reindex(signal),
  toText: ({ learnings, watchNotes, clarifications, vectors }, say) =>
    [
      say(counted(learnings, '{} learning', '{} learnings')),
      say(counted(watchNotes, '{} watch note', '{} watch notes')),
      say(counted(clarifications, '{} clarification', '{} clarifications')),
      vectors === undefined ? say('no vectors') : say(counted(vectors, '{} vector', '{} vectors')),
    ].join(', '),
  toNotes: ({ messages }) => messages,
})

const veilleIndex = operation({
  name: 'memory.veille.index',
  summary: 'Scan the watch notes and index the valid ones',
  effect: 'write',
  tool: { name: 'memory_veille_index', profiles: [] },
  command: { name: 'memory veille index', examples: ['tamis memory veille index'] },
  input: z.strictObject({}),
  run: (engine) => engine.memory.indexWatchNotes(),
  toText: ({ indexed, skipped }, say) =>
    say(
      counted(
        indexed,
        '{} watch note indexed, {} skipped',
        '{} watch notes indexed, {} skipped',
        skipped,
      ),
    ),
  toNotes: ({ messages }) => messages,
})

const veilleSearch = operation({
  name: 'memory.veille.search',
  summary: 'Search the watch notes',
  effect: 'read',
  tool: { name: 'memory_veille_search', profiles: [] },
  command: {
    name: 'memory veille search',
    positional: 'query',
    examples: ['tamis memory veille search "prompt cache" --impact fort --verdict signal'],
  },
  input: z.strictObject({
    query: z.string().max(20_000).optional().describe('What to look for; the newest without it'),
    impact: z.enum(['fort', 'modere', 'faible', 'aucun']).optional().describe('Only this impact'),
    verdict: z.enum(['signal', 'bruit', 'veille']).optional().describe('Only this verdict'),
    limit,
  }),
  run: (engine, input, { signal }) => engine.memory.search({ ...input, kinds: ['veille'] }, signal),
  toText: hitsText,
  toNotes: ({ messages }) => messages,
})

/** Its command asks the questions, so it is written by hand. */
export const clarify = operation({
  name: 'memory.clarify',
  summary: 'Keep the four answers of a product owner verbatim, in a file of their own',
  effect: 'write',
  tool: { name: 'memory_clarify', profiles: [] },
  input: z.strictObject({
    story: storyId.describe('The story, for instance PD-301'),
    project: slug.describe('The project, for instance app'),
    domain: slug.describe('The domain, for instance tooling'),
    answers: z.array(z.string()).length(4).describe('The four answers, in order'),
  }),
  run: (engine, input) => engine.memory.clarify(input),
  toText: ({ path, sha256 }, say) =>
    [
      path === undefined ? say('Nothing written.') : say(phrase`Written ${path}`),
      ...sha256.map((digest, at) => `Q${at + 1} sha256 ${digest}`),
    ].join('\n'),
  toNotes: ({ messages }) => messages,
})

const clarifications = operation({
  name: 'memory.clarifications',
  summary: 'List clarifications, newest first, or by meaning when there is a query',
  effect: 'read',
  tool: { name: 'memory_clarifications', profiles: [] },
  command: {
    name: 'memory clarifications',
    positional: 'query',
    examples: ['tamis memory clarifications --domain tooling --project app'],
  },
  input: z.strictObject({
    query: z.string().max(20_000).optional().describe('What to look for'),
    domain: z.string().optional().describe('Exactly this domain'),
    project: z.string().optional().describe('Exactly this project'),
    limit,
  }),
  run: (engine, input, { signal }) =>
    engine.memory.search({ ...input, kinds: ['clarification'] }, signal),
  toText: hitsText,
  toNotes: ({ messages }) => messages,
})

export const memorySourceOperations = [reindex, veilleIndex, veilleSearch, clarify, clarifications]
