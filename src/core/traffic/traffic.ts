import type { LedgerEntry } from '../../ports/store/ledger.ts'
import { type BillLine, billLines } from './bill-lines.ts'
import type { ModelRule } from './model-rule.ts'
import { providerRules, type RuleOf, ruleFinder } from './provider-rules.ts'
import { type EndedRequest, requestEntry } from './request-entry.ts'
import { textAt } from './row-details.ts'
import { type RunningRequests, runningRequests } from './running-requests.ts'
import { learnFromRows, tokenRates } from './token-rates.ts'

interface TrafficSettings {
  /** Lines of prices that come before the table. */
  readonly prices: readonly string[]
}

interface TrafficDeps extends TrafficSettings {
  /** The newest rows of earlier requests, to learn from; asked for once, when the first request ends. */
  readonly past?: () => Promise<readonly LedgerEntry[]>
  readonly onError?: (error: unknown) => void
}

/** What passes through the proxy, and what it costs. */
export interface Traffic {
  /** What holds for a model, by whatever name a client gives it. */
  readonly ruleOf: RuleOf
  /** The table with our own prices in it, or what holds for the models named. */
  rules(models: readonly string[]): readonly ModelRule[]
  /** What each part of a request cost, from the row it left in the ledger. */
  linesOf(entry: Pick<LedgerEntry, 'details'>): readonly BillLine[]
  /** Requests under way. */
  readonly running: RunningRequests
  /** What a request cost and saved, as a row of the ledger; requests of a conversation are told in their order. */
  end(request: EndedRequest): LedgerEntry
}

export function createTraffic({ prices, past, onError }: TrafficDeps): Traffic {
  const ruleOf = ruleFinder(prices)
  const rates = tokenRates()
  let isLearned = past === undefined

  function learnOnce(): void {
    if (isLearned) return
    isLearned = true
    past?.().then((rows) => learnFromRows(rates, rows), onError)
  }

  const named = (model: string): ModelRule => ({ ...ruleOf(model), models: [model] })
  return {
    ruleOf,
    rules(models) {
      if (models.length > 0) return models.map(named)
      const own = prices.map((line) => named(line.trim().split(/\s+/)[0] ?? ''))
      return [...own, ...providerRules.map((rule) => withOwn(rule, ruleOf))]
    },
    linesOf: ({ details }) =>
      details?.cost_usd === undefined
        ? []
        : billLines(ruleOf(textAt(details, 'model')), details.usage),
    running: runningRequests(),
    end(request) {
      learnOnce()
      return requestEntry(request, ruleOf, rates)
    },
  }
}

/** A row whose first name has a price of its own shows that. */
function withOwn(rule: ModelRule, ruleOf: RuleOf): ModelRule {
  return { ...ruleOf(rule.models[0] ?? ''), models: rule.models }
}
