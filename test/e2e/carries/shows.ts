import { expect } from 'vitest'
import { agreeable, patient, type Stage } from './stage.ts'
import type { Carried, Door } from './table.ts'
import { showTasks } from './tasks.ts'

/** What makes a cell of the table true. */
export type Show = (stage: Stage) => Promise<void>

/** The same for every door. */
const atEvery = (show: Show): Record<Door, Show> => ({
  '/mcp': show,
  transparent: show,
  '/mcp/NAME': show,
})

/** A test for every cell: what a door carries, or that it does not for the reason given. */
export const shows: Readonly<Record<Carried, Readonly<Record<Door, Show>>>> = {
  'pictures and other content': atEvery(async ({ call }) => {
    expect(await call('picture')).toContain('"type":"image"')
  }),
  elicitation: atEvery(async ({ call, asked }) => {
    expect(await call('ask_person')).toContain('green')
    expect(asked.at(-1)).toContain('Which colour?')
  }),
  sampling: atEvery(async ({ call }) => {
    expect(await call('ask_model')).toContain('Paris')
  }),
  roots: atEvery(async ({ call }) => {
    expect(await call('ask_folders')).toContain('file:///project')
  }),
  progress: atEvery(async ({ call }) => {
    const progress: unknown[] = []
    await call('report', { onprogress: (one: unknown) => progress.push(one) })
    expect(progress).toMatchObject([{ progress: 1, total: 2, message: 'part 1' }, { progress: 2 }])
  }),
  'log messages': atEvery(async ({ call, client, clientEra, logs }) => {
    if (clientEra === 'older') await client.setLoggingLevel('info')
    await call('talk', { level: 'info' })
    expect(logs).toContain('a warning')
  }),
  'cancelling: `notifications/cancelled` of a 2025 client, the end of the stream of a 2026 one':
    atEvery(async ({ call, notes, clearNotes }) => {
      const leaving = new AbortController()
      clearNotes()
      const ended = call('wait', { signal: leaving.signal }).catch(() => 'left')
      await expect.poll(notes, patient).toBe('waiting\n')
      leaving.abort()
      expect(await ended).toBe('left')
      await expect.poll(notes, patient).toBe('waiting\nstopped\n')
    }),
  'consent to a destructive tool, by elicitation': {
    '/mcp': showConsent,
    transparent: showLeftToClient,
    '/mcp/NAME': showLeftToClient,
  },
  prompts: atEvery(async ({ client, door, server }) => {
    const name = door === '/mcp/NAME' ? 'greet' : `${server}__greet`
    const { prompts } = await client.listPrompts()
    expect(prompts.map((prompt) => prompt.name)).toContain(name)
    expect(JSON.stringify(await client.getPrompt({ name }))).toContain('greet somebody')
  }),
  'resources and their templates': atEvery(async ({ client, door, server }) => {
    const base = door === '/mcp/NAME' ? '' : `tamis://${server}/`
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toContain(`${base}note:///a`)
    const { resourceTemplates } = await client.listResourceTemplates()
    const templates = resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    expect(templates).toContain(`${base}note:///{name}`)
    const { contents } = await client.readResource({ uri: `${base}note:///b` })
    expect(contents).toMatchObject([{ uri: `${base}note:///b`, text: 'read note:///b' }])
  }),
  '`tools/list_changed`': {
    '/mcp': async ({ client, call }) => {
      expect(client.getServerCapabilities()?.tools?.listChanged).toBeUndefined()
      const before = (await client.listTools()).tools
      await call('grow')
      const after = await client.listTools(undefined, { cacheMode: 'refresh' })
      expect(after.tools).toEqual(before)
    },
    transparent: showNewTools,
    '/mcp/NAME': showNewTools,
  },
  'tasks: begun, followed, asked, cancelled': atEvery(showTasks),
}

/** The model may say what it likes: the person is asked. */
async function showConsent(stage: Stage): Promise<void> {
  const { client, asked, clearNotes, notes, server } = stage
  clearNotes()
  const id = `tool:${server}:delete_all`
  const confirmed = { name: 'pml_execute', arguments: { id, confirm: true } }
  stage.person = { ...agreeable, action: 'decline' }
  const refused = await client.callTool(confirmed)
  expect(JSON.stringify(refused)).toContain('confirm_declined')
  expect(asked.at(-1)).toContain(`Run ${id}?`)
  expect(notes()).toBe('')
  stage.person = agreeable
  expect(await stage.call('delete_all')).toContain('deleted')
  expect(notes()).toBe('deleted\n')
}

/** Whoever sees the annotations asks by them; we do not ask a second time. */
async function showLeftToClient({ client, call, asked, door, server }: Stage): Promise<void> {
  const name = door === '/mcp/NAME' ? 'delete_all' : `${server}__delete_all`
  const { tools } = await client.listTools()
  const shown = tools.find((tool) => tool.name === name)
  expect(shown?.annotations).toMatchObject({ destructiveHint: true })
  const before = asked.length
  expect(await call('delete_all')).toContain('deleted')
  expect(asked).toHaveLength(before)
}

async function showNewTools({ client, call, changes }: Stage): Promise<void> {
  const listed = async (): Promise<readonly string[]> =>
    (await client.listTools(undefined, { cacheMode: 'refresh' })).tools.map(({ name }) => name)
  const before = await listed()
  const toldBefore = changes.length
  await call('grow')
  await expect.poll(() => changes.length, patient).toBeGreaterThan(toldBefore)
  await expect
    .poll(async () => (await listed()).filter((name) => !before.includes(name)), patient)
    .toContainEqual(expect.stringContaining('newcomer'))
}
