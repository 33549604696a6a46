import { z } from 'zod'
import { toIsoTime } from '../../core/text/iso-time.ts'
import { scopes, type TokenFacts } from '../../engine.ts'
import { phrase } from '../../phrase.ts'
import { operation } from '../operation.ts'
import { toColumns } from '../table.ts'

const dayMs = 86_400_000

const name = z
  .string()
  .regex(/^[A-Za-z0-9][\w.@-]{0,62}$/, 'must be letters, digits, and . _ - @ after the first')
  .describe('What the ledger calls it')

const namespace = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be small letters, digits and _, a letter first')
  .optional()
  .describe('Whose data it opens; your own if empty')

const create = operation({
  name: 'token.create',
  summary: 'Create a token for a person or a program; it is shown once and kept nowhere',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'token_create', profiles: [], isForPeople: true },
  command: {
    name: 'token create',
    positional: 'name',
    examples: [
      'tamis token create laptop',
      'tamis token create ci --scope read --expires-days 90 --requests-per-minute 600',
    ],
  },
  input: z.strictObject({
    name,
    scope: z
      .enum(scopes)
      .default('write')
      .describe('What it allows; each includes the ones before'),
    namespace,
    expires_days: z.int().min(1).max(3650).optional().describe('Expires after this many days'),
    requests_per_minute: z.int().min(1).optional().describe('Requests allowed per minute'),
  }),
  run: async (engine, input) => {
    const { expires_days: days, requests_per_minute: requestsPerMinute, ...wish } = input
    const lifetimeMs = days === undefined ? undefined : days * dayMs
    const { text, facts } = await engine.tokens.create({ ...wish, lifetimeMs, requestsPerMinute })
    return { token: text, ...toJson(facts) }
  },
  toText: ({ token }) => token,
  toNotes: () => ['Keep it now: it is not shown again.'],
})

const list = operation({
  name: 'token.list',
  summary: 'List the tokens that open this daemon, without their texts',
  effect: 'read',
  scope: 'admin',
  tool: { name: 'token_list', profiles: [], isForPeople: true },
  command: { name: 'token list', examples: ['tamis token list'] },
  input: z.strictObject({}),
  run: async (engine) => ({ tokens: (await engine.tokens.list()).map(toJson) }),
  toText: ({ tokens }, say) =>
    tokens.length === 0
      ? say('None: `tamis token create NAME` makes one.')
      : toColumns(
          ['name', 'namespace', 'scope', 'id', 'made', 'ends', 'a minute'],
          tokens.map(toRow),
          say,
        ),
})

const revoke = operation({
  name: 'token.revoke',
  summary: 'Revoke a token; requests that carry it are refused from then on',
  effect: 'write',
  scope: 'admin',
  tool: { name: 'token_revoke', profiles: [], isForPeople: true },
  command: { name: 'token revoke', positional: 'name', examples: ['tamis token revoke laptop'] },
  input: z.strictObject({ name, namespace }),
  run: async (engine, input) => toJson(await engine.tokens.revoke(input.name, input.namespace)),
  toText: (output, say) => say(phrase`Revoked ${output.name}.`),
})

export const tokenOperations = [create, list, revoke]

type TokenJson = ReturnType<typeof toJson>

function toJson({ id, name: called, namespace: home, scope, ...rest }: TokenFacts) {
  const { createdAt, expiresAt, requestsPerMinute } = rest
  return {
    id,
    name: called,
    namespace: home,
    scope,
    created_at: toIsoTime(createdAt),
    ...(expiresAt === undefined ? {} : { expires_at: toIsoTime(expiresAt) }),
    ...(requestsPerMinute === undefined ? {} : { requests_per_minute: requestsPerMinute }),
  }
}

function toRow(token: TokenJson): readonly string[] {
  return [
    token.name,
    token.namespace,
    token.scope,
    token.id,
    token.created_at.slice(0, 10),
    token.expires_at?.slice(0, 10) ?? 'never',
    token.requests_per_minute === undefined ? 'any' : String(token.requests_per_minute),
  ]
}
