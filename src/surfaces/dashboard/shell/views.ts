import type { ComponentType } from 'preact'
import { Knowledge } from '../views/knowledge/knowledge.tsx'
import { Live } from '../views/live/live.tsx'
import { Memory } from '../views/memory/memory.tsx'
import { Prune } from '../views/prune/prune.tsx'
import { Requests } from '../views/requests/requests.tsx'
import { Settings } from '../views/settings/settings.tsx'
import { Tools } from '../views/tools/tools.tsx'

export interface View {
  readonly name: string
  readonly title: string
  readonly component: ComponentType<{ rest: string }>
}

/** Every view, in the order of the navigation; the number keys follow it. */
export const views: readonly View[] = [
  { name: 'live', title: 'Live', component: Live },
  { name: 'requests', title: 'Requests', component: Requests },
  { name: 'prune', title: 'Prune', component: Prune },
  { name: 'tools', title: 'Tools', component: Tools },
  { name: 'knowledge', title: 'Knowledge', component: Knowledge },
  { name: 'memory', title: 'Memory', component: Memory },
  { name: 'settings', title: 'Settings', component: Settings },
]
