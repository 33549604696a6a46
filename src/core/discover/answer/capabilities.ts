import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Capability, CatalogStore, Dag } from '../../../ports/store/catalog.ts'
import type { Peers } from '../../../ports/store/peers.ts'
import { closest } from '../../text/closest.ts'
import { resolveToolId } from '../catalog/code-names.ts'
import { computeLayers, hashesOf, inputsOf } from '../catalog/dag.ts'
import type { Holdings, HoldingsReader } from '../catalog/holdings.ts'
import { inputsOfCode, outlineCode } from '../catalog/outline-code.ts'
import { holdingsOf } from '../catalog/owned.ts'
import { bareName } from '../catalog/pipeline.ts'
import { readTemplates } from '../catalog/templates.ts'
import type { ResultSummary } from './results.ts'
import { capabilitySummary } from './summaries.ts'

interface NewCapability {
  readonly name: string
  readonly intent: string
  readonly code?: string | undefined
  readonly dag?: Dag | undefined
  readonly outputs?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
}

/** What people do with capabilities. */
export interface Capabilities {
  list(caller?: Caller | undefined): Promise<readonly ListedCapability[]>
  register(capability: NewCapability): Promise<Capability>
  rename(id: string, name: string, caller?: Caller | undefined): Promise<Capability>
  describe(id: string, intent: string, caller?: Caller | undefined): Promise<Capability>
  pin(id: string, isPinned: boolean, caller?: Caller | undefined): Promise<Capability>
  /** Hides it for good; it is not learned again. */
  forget(id: string, caller?: Caller | undefined): Promise<Capability>
  /** Shows to everybody what was learned from one caller's script, under a name if one is given. */
  share(id: string, name: string | undefined): Promise<Capability>
}

export interface ListedCapability {
  readonly id: string
  readonly intent: string
  readonly isPinned: boolean
  readonly isLearned: boolean
  readonly summary: ResultSummary
}

export function createCapabilities(deps: {
  readonly catalog: CatalogStore
  readonly views: HoldingsReader
  readonly now: Clock
  readonly peers?: Peers | undefined
}): Capabilities {
  const { catalog, views, peers } = deps

  /** Rests on what was read: no other daemon makes a change meanwhile. */
  function change(
    id: string,
    held: (view: Holdings) => Holdings,
    edit: (capability: Capability) => Capability,
  ): Promise<Capability> {
    const now = (): Promise<Capability> => changeNow(id, held, edit)
    return peers ? peers.alone('catalog', now) : now()
  }

  async function changeNow(
    id: string,
    held: (view: Holdings) => Holdings,
    edit: (capability: Capability) => Capability,
  ): Promise<Capability> {
    const view = held(await views.holdings())
    const found = view.capabilities.get(id) ?? view.capabilities.get(`cap:${id}`)
    if (!found || found.isForgotten) throw unknownCapability(view, id)
    const edited = edit(found)
    await catalog.saveCapability(edited)
    if (edited.id !== found.id) await catalog.removeCapability(found.id)
    return edited
  }

  async function freeName(name: string): Promise<string> {
    const next = capabilityId(name)
    if ((await views.holdings()).capabilities.has(next))
      throw new EngineError('invalid_input', phrase`${next} is taken`, {
        details: { path: 'name' },
      })
    return next
  }

  return {
    async list(caller) {
      const view = holdingsOf(await views.holdings(), caller)
      return [...view.capabilities.values()]
        .filter(({ isForgotten }) => !isForgotten)
        .sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.usageCount - a.usageCount)
        .map((capability) => ({
          id: capability.id,
          intent: capability.intent,
          isPinned: capability.isPinned,
          isLearned: capability.isLearned,
          summary: capabilitySummary(capability, view),
        }))
    },
    async register(fresh) {
      const view = await views.holdings()
      const capability = toCapability(fresh, view)
      await catalog.saveCapability(capability)
      return capability
    },
    async rename(id, name, caller) {
      const next = await freeName(name)
      return change(id, knownTo(caller), (capability) => ({ ...capability, id: next }))
    },
    describe: (id, intent, caller) =>
      change(id, knownTo(caller), (capability) => ({ ...capability, intent })),
    pin: (id, isPinned, caller) =>
      change(id, knownTo(caller), (capability) => ({ ...capability, isPinned })),
    forget: (id, caller) =>
      change(id, knownTo(caller), (capability) => ({ ...capability, isForgotten: true })),
    async share(id, name) {
      const next = name === undefined ? undefined : await freeName(name)
      return change(
        id,
        (view) => view,
        (capability) => ({ ...capability, id: next ?? capability.id, isShared: true }),
      )
    },
  }
}

function knownTo(caller: Caller | undefined): (view: Holdings) => Holdings {
  return (view) => holdingsOf(view, caller)
}

function toCapability(fresh: NewCapability, view: Holdings): Capability {
  const { code, dag } = fresh
  if (code === undefined && dag === undefined)
    throw new EngineError('invalid_input', 'A capability needs a dag or code', {
      details: { path: 'dag' },
    })
  const outline = code === undefined ? undefined : outlineCode(code, view.tools)
  const resolved = dag ? withToolIds(dag, view) : outline
  return {
    id: capabilityId(fresh.name),
    intent: fresh.intent,
    source:
      code === undefined
        ? { type: 'dag', dag: resolved ?? { tasks: [] } }
        : { type: 'code', code, ...(resolved ? { dag: resolved } : {}) },
    inputs: code === undefined ? inputsOf(resolved?.tasks ?? []) : inputsOfCode(code),
    outputs: fresh.outputs ?? lastTools(resolved),
    tags: fresh.tags ?? [],
    successRate: 1,
    usageCount: 0,
    isPinned: false,
    isForgotten: false,
    isLearned: false,
    toolHashes: resolved ? hashesOf(resolved, (id) => view.everyTool.get(id)) : {},
    examples: [],
  }
}

function withToolIds(dag: Dag, view: Holdings): Dag {
  const tasks = readTemplates(dag.tasks)
  computeLayers(tasks)
  return {
    tasks: tasks.map((task) => ({
      ...task,
      tool: resolveToolId(view.everyTool, task.tool) ?? task.tool,
    })),
  }
}

function lastTools(dag: Dag | undefined): readonly string[] {
  const last = dag ? computeLayers(dag.tasks).at(-1) : undefined
  return (last ?? []).map(({ tool }) => bareName(tool).split(':').at(-1) ?? tool)
}

function capabilityId(name: string): string {
  const slug = name
    .replace(/^cap:/, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  if (slug === '')
    throw new EngineError('invalid_input', 'The name has no letters', { details: { path: 'name' } })
  return `cap:${slug}`
}

function unknownCapability(view: Holdings, id: string): EngineError {
  const near = closest(id, view.capabilities.keys())
  return new EngineError('tool_not_found', phrase`No capability is called ${id}`, {
    hint: near ? phrase`Did you mean ${near}?` : '`tamis capabilities` lists them.',
    details: { id },
  })
}
