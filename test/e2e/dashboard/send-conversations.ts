import { requestAt, turns } from '../../../src/surfaces/demo/agent-session.ts'
import { postJson } from '../tamis.ts'
import { agentSession, toMessagesBody } from './agent-session.ts'
import type { Stage } from './stage.ts'

const conversations = [
  {
    task: 'Refunds of more than 90 days fail with a 500. Write a test that shows it.',
    agent: 'claude-cli/2.0.14 (external, cli)',
    model: 'claude-sonnet-4-5',
    turns: 9,
  },
  {
    task: 'Move the invoice numbers to their own table, with a migration.',
    agent: 'opencode/0.15.3',
    model: 'claude-opus-4-5',
    turns: 26,
  },
  {
    task: 'The webhook retries for ever. Give up after a day and tell the merchant.',
    agent: 'claude-cli/2.0.14 (external, cli)',
    model: 'claude-sonnet-4-5',
    turns: 41,
  },
  {
    task: 'Why does the ledger round half a cent up?',
    agent: 'claude-cli/2.0.14 (external, cli)',
    model: 'claude-haiku-4-5',
    turns: 5,
  },
] as const

/** Conversations as agents have them, request by request, and a few results that were asked back. */
export async function sendConversations(stage: Stage): Promise<void> {
  const { url } = stage.tamis
  for (const [number, { task, agent, model, turns }] of conversations.entries())
    for (let at = 1; at <= turns; at += 4) {
      const session = agentSession(at, 1000 * (number + 1))
      await postJson(`${url}/v1/messages`, toMessagesBody(session, model, task), {
        'user-agent': agent,
      })
    }
  // The stand-in inside the daemon plays this provider.
  for (let turn = 1; turn <= turns; turn++)
    await postJson(`${url}/u/demo/v1/chat/completions`, requestAt(turn), {
      'user-agent': 'codex_cli_rs/0.57.0',
    })
  await askBack(stage)
}

const wantedBack = 5

/** As an agent does that needs what was left out after all. */
async function askBack(stage: Stage): Promise<void> {
  const { requests } = (await stage.post('requests.list', {})) as { requests: { id: string }[] }
  const shown = await Promise.all(requests.map(({ id }) => stage.post('requests.show', { id })))
  const ids = (shown as { messages: { parts: { omission?: { id: string } }[] }[] }[])
    .flatMap(({ messages }) => messages.flatMap(({ parts }) => parts))
    .flatMap(({ omission }) => omission?.id ?? [])
  for (const id of [...new Set(ids)].slice(0, wantedBack)) await stage.post('recover', { id })
}
