import { z } from 'zod'
import { namedUpstreams } from './named-upstreams.ts'

const count = z.number().int().min(0).optional()
const flag = z.boolean().optional()

/** `[mask]`: the masking policy. What is left out takes the default that `docs/guides/proxy.md` lists. */
export const maskSection = z.strictObject({
  enabled: flag.describe('Off forwards every conversation unchanged.'),
  mode: z
    .enum(['careful', 'balanced', 'thrifty'])
    .default('balanced')
    .describe(
      'careful: results are shortened before they are first sent, and nothing is changed later. balanced: old results, and what large writes carried, also leave in batches where that is allowed and pays. thrifty: sooner, and all old arguments too.',
    ),
  windowTurns: count.describe('The newest tool turns, whose results are never masked (8).'),
  keepErrors: flag.describe('Never mask a result that reports an error (true).'),
  keepLastKPerTool: count.describe('The newest results of each tool stay (none).'),
  placeholderTemplate: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'Stands for a masked result; {tool_call_id}, {tool}, {chars} and {id} are filled in.',
    ),
  commitEveryTurns: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe(
      'Fewest turns between two batches (none: each when it pays); 1 masks on every turn, as the contract has it.',
    ),
  commitMinTokens: count.describe('A batch must free at least this much (0).'),
  commitPayback: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .describe(
      'Mask once carrying the batch has cost so many times the rewriting of what follows (2.5; thrifty 0.7).',
    ),
  minContextTokens: count.describe(
    'Below this size of the messages nothing is masked (16000; 30000 while the cache is warm).',
  ),
  minResultChars: count.describe('Shorter results stay (200).'),
  protectNewestTokens: count.describe('This much of the newest results stays (0).'),
  protectedTools: z
    .array(z.string().max(200))
    .max(200)
    .optional()
    .describe('Tools whose results stay, by name with * and ?.'),
  keepFirstObservation: flag.describe('The first result of all stays (false).'),
  keepEditedReads: flag.describe('The last full read of a file edited later stays (false).'),
  staleReadsFirst: flag.describe('A read that a newer one repeats loses its protection (true).'),
  keepRepeatedCalls: flag.describe(
    'When the agent repeats a call whose result was masked, the new result stays longer (true).',
  ),
  previewHeadChars: count.describe('First characters shown after the placeholder (0).'),
  previewTailChars: count.describe('Last characters shown after the placeholder (0).'),
  showExitCode: flag.describe('Name the exit code of a masked command (false).'),
  clearInputs: flag.describe('Mask long strings in the arguments of old calls too (false).'),
  clearInputsMinChars: count.describe('Shorter argument strings stay (2000).'),
  protectAfterRecoveries: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'Masked results of a tool that was asked back this often stay, from the next batch on; 0 for never. `tamis regret` shows which.',
    ),
  echo: z
    .boolean()
    .default(true)
    .describe(
      'Leave out lines of a new tool result that stand in an earlier one the model can see.',
    ),
  serverEdits: z
    .boolean()
    .default(false)
    .describe(
      'Ask Claude to clear old tool results on its side (`context_management`) in every conversation that begins from now on, unless its client asks itself. In such a conversation nothing that was sent is masked, and no result refers to an earlier one.',
    ),
  serverEditsTriggerTokens: z
    .number()
    .int()
    .min(1)
    .default(100_000)
    .describe('Claude clears from this size of the prompt on.'),
  serverEditsKeep: z
    .number()
    .int()
    .min(0)
    .default(3)
    .describe('The newest tool calls, whose results Claude keeps.'),
  serverEditsClearAtLeastTokens: z
    .number()
    .int()
    .min(0)
    .default(50_000)
    .describe(
      'Claude clears this much at once, or nothing: its cache is written anew from there on.',
    ),
  serverEditsExcludeTools: z
    .array(z.string().min(1).max(200))
    .max(200)
    .default([])
    .describe('Tools whose results Claude keeps, by their names.'),
  omissionFiles: flag.describe(
    'Keep what is left out as files in `o/` of the home too, for agents to read with their own tools. On unless the server requires tokens or the store is shared.',
  ),
  omissionFilesMaxBytes: z
    .number()
    .int()
    .min(1_000_000)
    .default(512 * 1024 ** 2)
    .describe('Size cap of these files; the oldest are removed first.'),
  hookOriginalsDays: z
    .number()
    .int()
    .min(0)
    .default(0)
    .describe(
      'Days for which what a hook inside an agent left out can be brought back; 0 for ever, since the agent’s own history keeps only the short form.',
    ),
  pruneResults: z
    .boolean()
    .default(true)
    .describe('Prune the output of builds, tests, logs and fetched pages before it is first sent.'),
  pruneMinTokens: z
    .number()
    .int()
    .min(100)
    .default(500)
    .describe('Output smaller than this is never pruned.'),
})

const baseUrl = (url: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine((text) => !/^[^/]*\/\/[^/]*@/.test(text), {
      message: 'holds a name or password, which belong in the environment',
    })
    .default(url)

const apiKey = (variable: string, provider: string) =>
  z
    .string()
    .min(1)
    .optional()
    .describe(`Sent to ${provider} when a client brings no key. From the environment only.`)
    .meta({ env: [variable], isSecret: true })

/** `[proxy]`: where requests go, and what they cost. */
export const proxySection = z.strictObject({
  upstreams: z
    .strictObject({
      openai: baseUrl('https://api.openai.com/v1').describe(
        'Base URL for chat completions and responses, version included.',
      ),
      anthropic: baseUrl('https://api.anthropic.com/v1').describe(
        'Base URL for messages, version included.',
      ),
      gemini: baseUrl('https://generativelanguage.googleapis.com/v1beta').describe(
        'Base URL for `generateContent`, version included.',
      ),
    })
    .prefault({}),
  namedUpstreams,
  repair: z
    .boolean()
    .default(false)
    .describe(
      'Mend OpenAI chat requests before they are sent: missing tool-call ids, arguments that are not JSON.',
    ),
  allowedTargets: z
    .array(
      z.string().regex(/^(?:https?:\/\/)?[^\s/@?#]+\/?$/, {
        message: 'is not an origin such as https://host or https://host:8443',
      }),
    )
    .default([])
    .describe(
      'Origins that `X-Target-Base-URL` may name, such as https://host:8443. A bare host means https, and on this machine http too.',
    ),
  keepRequests: z
    .number()
    .int()
    .min(0)
    .max(500)
    .default(0)
    .describe(
      'This many of the latest requests, with their answers, are kept as files in `requests/` of the home, for the dashboard after a restart. 0 keeps them in memory only.',
    ),
  memoryBytes: z
    .number()
    .int()
    .min(1_000_000)
    .default(256 * 1024 ** 2)
    .describe(
      'What the daemon may hold in memory of the conversations that pass; the one unheard of for longest leaves first.',
    ),
  openaiApiKey: apiKey('OPENAI_API_KEY', 'OpenAI'),
  anthropicApiKey: apiKey('ANTHROPIC_API_KEY', 'Anthropic'),
  geminiApiKey: apiKey('GEMINI_API_KEY', 'Gemini'),
  connectTimeoutMs: z
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('How long a provider may take to accept a connection.'),
  headersTimeoutMs: z
    .number()
    .int()
    .min(1)
    .default(600_000)
    .describe('How long a provider may think before it begins to answer.'),
  bodyTimeoutMs: z
    .number()
    .int()
    .min(1)
    .default(300_000)
    .describe('How long a provider may be silent inside an answer.'),
  prices: z
    .array(z.string().regex(/^\S+(?:\s+\d+(?:\.\d+)?){2,5}$/))
    .default([])
    .describe(
      'Prices in place of those `tamis prices` lists: lines of `model input output cache_read cache_write cache_write_1h` in dollars per million tokens; `*` stands for anything.',
    ),
})
