import { english } from '../../core/text/say.ts'

/** Commands that serve one task, by their first words. */
interface HelpGroup {
  readonly title: string
  readonly words: readonly string[]
}

/** The tasks of `tamis --help`, in its order; every command belongs to one. */
export const helpGroups: readonly HelpGroup[] = [
  { title: english('Run an agent:'), words: ['run', 'setup', 'hook', 'mcp', 'mask'] },
  { title: english('Shorten output:'), words: ['prune', 'sh', 'recover', 'demo'] },
  {
    title: english('Tools:'),
    words: ['discover', 'details', 'execute', 'capabilities', 'gateway'],
  },
  {
    title: english('Knowledge:'),
    words: [
      ...['ingest', 'sources', 'search', 'ask', 'list', 'inspect', 'fetch'],
      ...['schema', 'reset', 'eval'],
    ],
  },
  {
    title: english('Memory:'),
    words: ['remember', 'recall', 'memories', 'forget', 'memory'],
  },
  {
    title: english('Money:'),
    words: ['ledger', 'conversation', 'replay', 'regret', 'prices'],
  },
  {
    title: english('The daemon:'),
    words: ['up', 'stop', 'status', 'top', 'service', 'token'],
  },
  {
    title: english('Settings and data:'),
    words: ['init', 'config', 'trust', 'doctor', 'models', 'store', 'completions'],
  },
]
