import { plainModelName } from './model-name.ts'
import { type ModelRule, rowsOf } from './model-rule.ts'
import { anthropicRules } from './rules/anthropic.ts'
import { googleRules } from './rules/google.ts'
import { openaiRules } from './rules/openai.ts'
import { otherRules } from './rules/others.ts'

/** Every row of the table, by vendor. */
export const providerRules: readonly ModelRule[] = [
  ...anthropicRules,
  ...openaiRules,
  ...googleRules,
  ...otherRules,
]

/** What holds for a model by whatever name; one that is not in the table gets an estimate that says so. */
export type RuleOf = (model: string) => ModelRule

/** A model we know nothing of: a middling price, and nothing of its history may be touched. */
const unknownRule: ModelRule = rowsOf(
  'unknown',
  { read: 0.1 },
  { certainty: 'estimate', source: 'estimate', isThinkingBound: true },
)('*', 1, 5)

/** By whose row a model is estimated that has none: the first whose words its name holds. */
const families: readonly { readonly words: readonly string[]; readonly like: string }[] = [
  { words: ['claude', 'opus'], like: 'claude-opus-5-5' },
  { words: ['claude', 'haiku'], like: 'claude-haiku-4-5' },
  { words: ['claude', 'fable'], like: 'claude-fable-5-1' },
  { words: ['claude', 'mythos'], like: 'claude-mythos-5-1' },
  { words: ['claude'], like: 'claude-sonnet-5-5' },
  { words: ['gpt', 'nano'], like: 'gpt-5.4-nano' },
  { words: ['gpt', 'mini'], like: 'gpt-5.4-mini' },
  { words: ['gpt', 'luna'], like: 'gpt-6-luna' },
  { words: ['gpt-4'], like: 'gpt-4.1' },
  { words: ['gpt'], like: 'gpt-6.1-sol' },
  { words: ['gemini', 'flash', 'lite'], like: 'gemini-3.5-flash-lite' },
  { words: ['gemini', 'flash'], like: 'gemini-3.8-flash' },
  { words: ['gemini'], like: 'gemini-3.1-pro' },
  { words: ['deepseek'], like: 'deepseek-v4-pro' },
  { words: ['grok'], like: 'grok-4.7' },
  { words: ['kimi'], like: 'kimi-k2.6' },
  { words: ['glm'], like: 'glm-5.3' },
  { words: ['qwen'], like: 'qwen3.6-plus' },
  { words: ['mistral'], like: 'mistral-medium-3.5' },
]

const byName = new Map(providerRules.flatMap((rule) => rule.models.map((name) => [name, rule])))
const rememberedModels = 100

/** The source of a price that the configuration says. */
export const ownPrices = 'proxy.prices'

/** Looks each name up once. Lines of the configuration come before the table. */
export function ruleFinder(lines: readonly string[] = []): RuleOf {
  const own = parsePriceLines(lines)
  const known = new Map<string, ModelRule>()
  return (model) => {
    const before = known.get(model)
    if (before) return before
    const rule = withOwnPrice(tableRule(plainModelName(model)), model, own)
    if (known.size >= rememberedModels) known.clear()
    known.set(model, rule)
    return rule
  }
}

function tableRule(name: string): ModelRule {
  const exact = byName.get(name)
  if (exact) return exact
  const near = nearestName(name)
  const family = families.find(({ words }) => words.every((word) => name.includes(word)))
  const like = byName.get(near ?? family?.like ?? '') ?? unknownRule
  const isBound = like.isThinkingBound || like.vendor === 'anthropic'
  return {
    ...like,
    models: [name],
    certainty: 'estimate',
    checked: undefined,
    source: like === unknownRule ? like.source : `like ${like.models[0]}`,
    isThinkingBound: isBound,
  }
}

/** The longest name in the table that this one only adds words to. */
function nearestName(name: string): string | undefined {
  for (let end = name.lastIndexOf('-'); end > 0; end = name.lastIndexOf('-', end - 1))
    if (byName.has(name.slice(0, end))) return name.slice(0, end)
  return undefined
}

function withOwnPrice(rule: ModelRule, model: string, own: readonly PriceLine[]): ModelRule {
  const names = [model, plainModelName(model)]
  const line = own.find(({ pattern }) => names.some((name) => pattern.test(name)))
  return line
    ? { ...rule, ...line.prices, certainty: 'page', checked: undefined, source: ownPrices }
    : rule
}

/** A price of the configuration, in place of the table's. */
interface PriceLine {
  readonly pattern: RegExp
  readonly prices: Pick<
    ModelRule,
    'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cacheWriteHour'
  >
}

/** Lines of `model input output cache_read cache_write cache_write_hour`; a model may hold `*`. The first match counts. */
function parsePriceLines(lines: readonly string[]): readonly PriceLine[] {
  return lines.map((line) => {
    const [model = '*', ...numbers] = line.trim().split(/\s+/)
    const [input = 0, output = 0, cacheRead = input, cacheWrite = input] = numbers.map(Number)
    const cacheWriteHour = Number(numbers[4] ?? cacheWrite)
    return {
      pattern: toPattern(model),
      prices: { input, output, cacheRead, cacheWrite, cacheWriteHour },
    }
  })
}

function toPattern(glob: string): RegExp {
  const escaped = glob.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replace(/\*+/g, '.*')
  return new RegExp(`^(?:.*/)?${escaped}$`, 'i')
}
