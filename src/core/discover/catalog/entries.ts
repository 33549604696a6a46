import type { Capability, CatalogSkill, CatalogTool } from '../../../ports/store/catalog.ts'
import { detectLanguage } from '../../text/stop-words.ts'
import { actionName, actionWords } from './action-names.ts'
import { dagOf } from './dag.ts'
import { generatePipeline, type PipelineStep } from './pipeline.ts'
import { idSubjects, schemaText } from './schema-text.ts'

/** Anything that can be found: a tool, a skill, a capability, or one step of a capability. */
export interface Entry {
  readonly id: string
  readonly type: 'tool' | 'capability' | 'skill'
  readonly servers: readonly string[]
  readonly tags: readonly string[]
  /** What a result says of itself in one sentence. */
  readonly intent: string
  readonly text: EntryText
  /** Subjects of which a tool must be given the id: `artist` for a required `artistId`. */
  readonly ids?: readonly string[]
  /** A tool of our own, found only by those who look for it. */
  readonly isOwn?: boolean
  /** The capability and step that a step entry was taken from. */
  readonly step?: { readonly capability: string; readonly number: number; readonly of: number }
}

/** The searched text, by how much it says. */
export interface EntryText {
  readonly name: string
  readonly description: string
  readonly parameters: string
  readonly notes: string
  readonly server: string
  readonly serverDescription: string
}

/** The server name under which our own tools are listed; no upstream. */
export const ownServer = 'tamis'

const longestDescription = 20_000

export function toolEntry(tool: CatalogTool, serverDescription: string): Entry {
  const { names, notes } = schemaText(tool.inputSchema)
  return {
    id: tool.id,
    type: 'tool',
    servers: [tool.server],
    tags: tool.tags,
    intent: firstSentence(tool.description) || tool.name,
    ids: idSubjects(tool.inputSchema),
    isOwn: tool.server === ownServer,
    text: {
      name: tool.name,
      description: tool.description.slice(0, longestDescription),
      parameters: names.join(' '),
      notes: [...notes, ...tool.examples].join('\n').slice(0, longestDescription),
      server: tool.server,
      serverDescription: [serverDescription, ...tool.tags].join(' '),
    },
  }
}

/** A skill is found by its name and by what it says it is for. */
export function skillEntry(skill: CatalogSkill, serverDescription: string): Entry {
  return {
    id: skill.id,
    type: 'skill',
    servers: [skill.server],
    tags: [],
    intent: firstSentence(skill.description) || skill.name,
    text: {
      ...{ name: skill.name, description: skill.description, parameters: '', notes: '' },
      ...{ server: skill.server, serverDescription },
    },
  }
}

/** The capability itself and, where it has several steps, each step. */
export function capabilityEntries(
  capability: Capability,
  toolNamed: (id: string) => CatalogTool | undefined,
): readonly Entry[] {
  const pipeline = generatePipeline(dagOf(capability))
  const toolTexts = (step: PipelineStep): string =>
    step.tools.map((tool) => `${tool} ${toolNamed(`tool:${tool}`)?.description ?? ''}`).join('. ')
  const serversOf = (steps: readonly PipelineStep[]): readonly string[] => [
    ...new Set(
      steps.flatMap(({ tools }) =>
        tools.map((tool) => toolNamed(`tool:${tool}`)?.server ?? firstPart(tool)),
      ),
    ),
  ]
  const whole = wholeEntry(capability, pipeline, serversOf(pipeline))
  if (pipeline.length < 2) return [whole]
  const steps = pipeline.map((step) => ({
    ...stepEntry(whole, capability, step, pipeline.length, toolTexts(step)),
    servers: serversOf([step]),
  }))
  return [whole, ...steps]
}

function wholeEntry(
  capability: Capability,
  pipeline: readonly PipelineStep[],
  servers: readonly string[],
): Entry {
  const tools = pipeline.flatMap((step) => step.tools)
  return {
    id: capability.id,
    type: 'capability',
    servers,
    tags: capability.tags,
    intent: firstSentence(capability.intent),
    text: {
      name: capability.id.slice('cap:'.length),
      description: [capability.intent, ...capability.examples.slice(0, 10)].join('. '),
      parameters: [...capability.inputs, ...capability.outputs].join(' '),
      notes: [...pipeline.map((step) => step.action), ...tools].join(' '),
      server: '',
      serverDescription: capability.tags.join(' '),
    },
  }
}

function stepEntry(
  whole: Entry,
  capability: Capability,
  step: PipelineStep,
  steps: number,
  toolTexts: string,
): Entry {
  return {
    ...whole,
    id: `${capability.id}#step${step.step}`,
    intent: `${actionName(step.action, detectLanguage(capability.intent))}: ${whole.intent}`,
    text: {
      name: `${actionWords(step.action)} ${step.tools.join(' ')}`,
      description: toolTexts,
      parameters: '',
      notes: whole.text.name,
      server: '',
      serverDescription: '',
    },
    step: { capability: capability.id, number: step.step, of: steps },
  }
}

/** The server of a tool that left the catalog, as far as its id tells. */
function firstPart(tool: string): string {
  return tool.split(':')[0] ?? ''
}

/** The first sentence, or a piece of it that ends at a word. */
export function firstSentence(text: string, longest = 160): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const sentence = line.match(/^.+?[.!?。](?=\s|$)/u)?.[0] ?? line
  if (sentence.length <= longest) return sentence
  const cut = sentence.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest - 30))}…`
}
