import { EngineError } from '../../../errors.ts'
import type { Clock } from '../../../ports/clock.ts'
import type { Capability, CatalogStore, Dag } from '../../../ports/store/catalog.ts'
import type { Peers } from '../../../ports/store/peers.ts'
import { closest } from '../../text/closest.ts'
import { computeLayers, inputsOf } from '../catalog/dag.ts'
import type { Holdings, HoldingsReader } from '../catalog/holdings.ts'
import { bareName } from '../catalog/pipeline.ts'
import { resolveToolId } from '../catalog/resolve-tool-id.ts'
import { hashesOf } from '../catalog/stale-tools.ts'
import type { ResultSummary } from './results.ts'
import { capabilitySummary } from './summaries.ts'

export interface NewCapability {
  readonly name: string
  readonly intent: string
  readonly code?: string | undefined
  readonly dag?: Dag | undefined
  readonly outputs?: readonly string[] | undefined
  readonly tags?: readonly string[] | undefined
}

/** What people do with capabilities. */
export interface Capabilities {
  list(): Promise<readonly ListedCapability[]>
  register(capability: NewCapability): Promise<Capability>
  rename(id: string, name: string): Promise<Capability>
  describe(id: string, intent: string): Promise<Capability>
  pin(id: string, isPinned: boolean): Promise<Capability>
  /** Hides it for good; it is not learned again. */
  forget(id: string): Promise<Capability>
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
  function change(id: string, edit: (capability: Capability) => Capability): Promise<Capability> {
    return peers ? peers.alone('catalog', () => changeNow(id, edit)) : changeNow(id, edit)
  }

  async function changeNow(
    id: string,
    edit: (capability: Capability) => Capability,
  ): Promise<Capability> {
    const view = await views.holdings()
    const found = view.capabilities.get(id) ?? view.capabilities.get(`cap:${id}`)
    if (!found || found.isForgotten) throw unknownCapability(view, id)
    const edited = edit(found)
    await catalog.saveCapability(edited)
    if (edited.id !== found.id) await catalog.removeCapability(found.id)
    return edited
  }

  return {
    async list() {
      const view = await views.holdings()
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
    async rename(id, name) {
      const view = await views.holdings()
      const next = capabilityId(name)
      if (view.capabilities.has(next))
        throw new EngineError('invalid_input', `${next} is taken`, { details: { path: 'name' } })
      return change(id, (capability) => ({ ...capability, id: next }))
    },
    describe: (id, intent) => change(id, (capability) => ({ ...capability, intent })),
    pin: (id, isPinned) => change(id, (capability) => ({ ...capability, isPinned })),
    forget: (id) => change(id, (capability) => ({ ...capability, isForgotten: true })),
  }
}

function toCapability(fresh: NewCapability, view: Holdings): Capability {
  const { code, dag } = fresh
  if (code === undefined && dag === undefined)
    throw new EngineError('invalid_input', 'A capability needs a dag or code', {
      details: { path: 'dag' },
    })
  const resolved = dag && withToolIds(dag, view)
  return {
    id: capabilityId(fresh.name),
    intent: fresh.intent,
    source:
      code === undefined
        ? { type: 'dag', dag: resolved ?? { tasks: [] } }
        : { type: 'code', code, ...(resolved ? { dag: resolved } : {}) },
    inputs: inputsOf(resolved?.tasks ?? []),
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
  computeLayers(dag.tasks)
  return {
    tasks: dag.tasks.map((task) => ({
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
  return new EngineError('tool_not_found', `No capability is called ${id}`, {
    hint: near ? `Did you mean ${near}?` : '`tamis capabilities` lists them.',
    details: { id },
  })
}
