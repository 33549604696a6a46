import type { ComponentType } from 'preact'
import { Conversations } from '../views/conversations/conversations.tsx'
import { Knowledge } from '../views/knowledge/knowledge.tsx'
import { Live } from '../views/live/live.tsx'
import { Memory } from '../views/memory/memory.tsx'
import { Prune } from '../views/prune/prune.tsx'
import { RequestPage } from '../views/requests/request-page.tsx'
import { Savings } from '../views/savings/savings.tsx'
import { Settings } from '../views/settings/settings.tsx'
import { Tools } from '../views/tools/tools.tsx'
import type { Route } from './router.ts'

export interface View {
  readonly name: string
  readonly title: string
  /** Where there is room for a word only. */
  readonly short?: string
  readonly component: ComponentType<{ route: Route }>
}

/** Every view, in the order of the navigation; the number keys follow it. */
export const views: readonly View[] = [
  { name: 'live', title: 'Live', component: Live },
  { name: 'conversations', title: 'Conversations', short: 'Chats', component: Conversations },
  { name: 'savings', title: 'Savings', component: Savings },
  { name: 'prune', title: 'Prune', component: Prune },
  { name: 'tools', title: 'Tools', component: Tools },
  { name: 'knowledge', title: 'Knowledge', component: Knowledge },
  { name: 'memory', title: 'Memory', component: Memory },
  { name: 'settings', title: 'Settings', component: Settings },
]

/** Pages that are reached from others only. */
export const hiddenViews: readonly View[] = [
  { name: 'requests', title: 'Request', component: RequestPage },
]
