import { postJson } from '../../../test/e2e/tamis.ts'
import type { Random } from '../random.ts'
import { knowledgeActions } from './knowledge-actions.ts'
import type { Material } from './material.ts'
import { proxyActions } from './proxy-actions.ts'
import { pruneActions } from './prune-actions.ts'
import { rudeActions } from './rude-actions.ts'

export interface ActionScene {
  readonly url: string
  readonly port: number
  readonly material: Material
  readonly random: Random
  /** Calls an operation; throws unless its status is the wanted one. */
  call(operation: string, input: object, wanted?: number): Promise<unknown>
}

/** One thing a client does; throws when the answer is not what was promised. */
export type Action = () => Promise<void>

/** How many turns each kind of request gets among all of them. */
export interface WeightedAction {
  readonly name: string
  readonly weight: number
  readonly run: Action
}

export function trafficActions(scene: ActionScene): readonly WeightedAction[] {
  return [
    ...pruneActions(scene),
    ...proxyActions(scene),
    ...knowledgeActions(scene),
    ...rudeActions(scene),
  ]
}

export function createScene(url: string, material: Material, random: Random): ActionScene {
  return {
    url,
    port: Number(new URL(url).port),
    material,
    random,
    async call(operation, input, wanted = 200) {
      const { status, body, text } = await postJson(`${url}/api/${operation}`, input)
      if (status !== wanted) throw new Error(`${operation}: ${status} ${text.slice(0, 200)}`)
      return body
    },
  }
}
