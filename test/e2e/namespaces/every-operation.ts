/** Ids of what one namespace holds, for the other to ask after. */
export interface Held {
  readonly pruneId: string
  readonly maskedId: string
  readonly requestId: string
  readonly memoryId: string
  readonly documentId: string
  readonly needle: string
}

/** What an operation is asked, and whether the owner of the data sees it in the answer. */
export interface Question {
  readonly input: (held: Held) => object
  readonly isRevealing?: boolean
}

const ask = (input: object | ((held: Held) => object), isRevealing = false): Question => ({
  input: typeof input === 'function' ? (input as (held: Held) => object) : () => input,
  isRevealing,
})

const nothing = ask({})
const shown = ask({}, true)
const dag = { tasks: [{ id: 'a', tool: 'tool:tamis:health', arguments: {}, dependsOn: [] }] }
const capability = 'cap:turnips'
const tool = 'tool:garden:dig'

/** One question or more for every operation there is; a new one without a question fails the test. */
export const questions: Readonly<Record<string, readonly Question[]>> = {
  prune_text: [
    ask({
      text: 'a\nb',
      goal_hint: 'b',
      source_type: 'docs',
      options: {
        max_prune_ratio: 0.5,
        min_keep_lines: 1,
        timeout_ms: 1000,
        annotate_lines: false,
        include_markers: true,
      },
    }),
  ],
  recover_text: [
    ask(
      ({ pruneId }) => ({
        prune_id: pruneId,
        ranges: [{ start_line: 1, end_line: 200 }],
        include_line_numbers: false,
      }),
      true,
    ),
  ],
  prune: [ask({ text: 'a\nb', goal: 'b' })],
  'prune.preview': [ask({ text: 'a\nb', goal: 'b' })],
  recover: [
    ask(({ pruneId }) => ({ id: pruneId }), true),
    ask(({ maskedId }) => ({ id: maskedId }), true),
  ],
  discover: [ask({ intent: 'dig up turnips' }, true)],
  details: [ask({ id: tool }, true), ask({ id: capability }, true)],
  execute: [ask({ id: capability }), ask({ id: 'tool:tamis:ledger_list', args: {} }, true)],
  pml_search_tools: [ask({ intent: 'dig up turnips' }, true)],
  pml_search_capabilities: [ask({ intent: 'dig up turnips' }, true)],
  pml_find_capabilities: [ask({ intent: 'dig up turnips' }, true)],
  'capabilities.list': [shown],
  'capabilities.register': [ask({ name: 'own', intent: 'something else', dag })],
  'capabilities.rename': [ask({ id: capability, name: 'stolen' })],
  'capabilities.describe': [ask({ id: capability, intent: 'stolen' })],
  'capabilities.pin': [ask({ id: capability })],
  'capabilities.forget': [ask({ id: capability })],
  'capabilities.share': [ask({ id: capability })],
  'gateway.list': [nothing],
  'gateway.doctor': [nothing],
  'gateway.add': [ask({ name: 'garden', url: 'http://127.0.0.1:9/mcp' })],
  'gateway.remove': [ask({ server: 'garden' })],
  'gateway.importable': [nothing],
  'gateway.import': [ask({ names: ['garden'] })],
  'gateway.restart': [ask({ server: 'garden' })],
  'gateway.log': [ask({ server: 'garden' })],
  'gateway.pending': [ask({ server: 'garden' })],
  'gateway.approve': [ask({ server: 'garden', shown: 'nothing' })],
  'gateway.login.begin': [ask({ server: 'garden', redirect_uri: 'http://127.0.0.1:9/callback' })],
  'gateway.login.finish': [ask({ id: 'a login of nobody' })],
  'gateway.logout': [ask({ server: 'garden' })],
  'gateway.credential.set': [ask({ server: 'garden', name: 'key', value: 'x' })],
  'gateway.credential.remove': [ask({ server: 'garden', name: 'key' })],
  'gateway.credential.list': [nothing],
  'catalog.register': [ask({ server: 'own', tools: [{ name: 'read' }] })],
  'catalog.list': [shown],
  'catalog.neighbours': [ask({ id: tool })],
  'discover.explain': [ask({ intent: 'dig up turnips' })],
  'trace.record': [ask({ intent: 'other', tools: ['tool:own:read'], success: true })],
  'knowledge.ingest': [ask({ documents: [{ id: 'own', text: 'Nothing of interest here.' }] })],
  'knowledge.ingest_file': [ask({ path: '/nowhere' })],
  'knowledge.ingest_text': [ask({ id: 'own2', text: 'Nothing of interest here either.' })],
  'knowledge.search': [ask({ query: 'turnips' }, true)],
  'knowledge.bulk_search': [ask({ queries: ['turnips'] }, true)],
  'knowledge.ask': [ask({ query: 'Where do turnips grow?' })],
  'knowledge.list': [shown],
  'knowledge.inspect': [ask(({ documentId }) => ({ id: documentId }), true)],
  'knowledge.fetch': [ask(({ documentId }) => ({ id: documentId }), true)],
  'knowledge.reset': [ask({ all: true })],
  'knowledge.schema': [shown],
  'knowledge.sources': [nothing],
  'knowledge.evaluate': [ask({ golden: [{ query: 'turnips', relevant: ['own'] }] })],
  mask: [ask({ messages: [{ role: 'user', content: 'hello' }] })],
  regret: [nothing],
  replay: [ask({ sessions: [{ name: 'a.json', text: '{"messages":[]}' }] })],
  'ledger.list': [shown],
  'ledger.sum': [ask({ by: 'caller' })],
  'memory.remember': [
    ask({ text: 'Water the beans twice a day.', story: 'PD-9', tags: ['beans'] }),
  ],
  'memory.inject': [ask({ story: 'PD-2', query_text: 'turnips' }, true)],
  'memory.outcome': [ask({ story: 'PD-1', result: 'go' })],
  'memory.search': [ask({ query: 'turnips' }, true)],
  'memory.list': [shown],
  'memory.show': [ask(({ memoryId }) => ({ id: memoryId }), true)],
  'memory.recall': [ask({ query: 'turnips' }, true)],
  'memory.memories': [shown],
  'memory.forget': [ask({ id: 'lrn_aaaaaaaaaaaaaaaa' })],
  'memory.merge': [ask({ dry_run: true })],
  'memory.mine': [ask({ sessions: [{ name: 'a.json', text: '{"messages":[]}' }] })],
  'memory.proposals': [nothing],
  'memory.accept': [ask({ ids: ['prp_aaaaaaaaaaaaaaaa'] })],
  'memory.dismiss': [ask({ ids: ['prp_aaaaaaaaaaaaaaaa'] })],
  'memory.score': [nothing],
  'memory.promote': [nothing],
  'memory.evict': [nothing],
  'memory.migrate': [nothing],
  'memory.analyze': [nothing],
  'memory.duplicates': [nothing],
  'memory.doctor': [nothing],
  'memory.reindex': [nothing],
  'memory.veille.index': [nothing],
  'memory.veille.search': [ask({ query: 'turnips' })],
  'memory.clarify': [
    ask({ story: 'PD-8', project: 'own', domain: 'own', answers: ['a', 'b', 'c', 'd'] }),
  ],
  'memory.clarifications': [ask({}), ask({ query: 'turnips' })],
  'models.list': [nothing],
  'prices.list': [nothing],
  'models.add': [ask({ folder: '/nowhere' })],
  'models.pull': [ask({ model: 'bge-small-en-v1.5' })],
  'requests.list': [nothing],
  'requests.show': [ask(({ requestId }) => ({ id: requestId }), true)],
  health: [nothing],
  'store.usage': [nothing],
  'store.purge': [ask({ what: 'all' })],
  'tokens.count': [ask({ texts: ['a'] })],
  'token.create': [ask({ name: 'spy', namespace: 'blue' }), ask({ name: 'mine' })],
  'token.list': [nothing],
  'token.revoke': [ask({ name: 'gardener', namespace: 'blue' })],
  'config.show': [nothing],
  'config.share': [ask({ toml: '' })],
  'config.shared': [nothing],
  'config.set': [ask({ key: 'mask.mode', value: 'careful' })],
  'conversations.list': [nothing],
  'conversations.show': [ask({ id: 'unknown' })],
  'conversations.reset': [ask(({ requestId }) => ({ id: requestId }))],
  'conversations.replay': [nothing],
  'gateway.policy.check': [ask({ server: 'garden' })],
  hook: [ask({ agent: 'claude-code', payload: {} })],
  'hook.filter': [ask({ agent: 'claude-code', key: 'unknown', text: 'a' })],
  'recover.peek': [
    ask(({ pruneId }) => ({ id: pruneId }), true),
    ask(({ maskedId }) => ({ id: maskedId }), true),
  ],
  doctor: [nothing],
}
