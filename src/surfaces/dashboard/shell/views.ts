import type { ComponentType } from 'preact'
import { say } from '../locale/say.ts'
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

interface View {
  readonly name: string
  readonly title: string
  /** Where there is room for a word only. */
  readonly short?: string
  readonly component: ComponentType<{ route: Route }>
}

/** Every view, in the order of the navigation; the number keys follow it. */
export const views: readonly View[] = [
  { name: 'live', title: say('Live'), component: Live },
  {
    name: 'conversations',
    title: say('Conversations'),
    short: say('Chats'),
    component: Conversations,
  },
  { name: 'savings', title: say('Savings'), component: Savings },
  { name: 'prune', title: say('Prune'), component: Prune },
  { name: 'tools', title: say('Tools'), component: Tools },
  { name: 'knowledge', title: say('Knowledge'), short: say('Docs'), component: Knowledge },
  { name: 'memory', title: say('Memory'), component: Memory },
  { name: 'settings', title: say('Settings'), component: Settings },
]

/** Pages that are reached from others only. */
export const hiddenViews: readonly View[] = [
  { name: 'requests', title: say('Request'), component: RequestPage },
]
