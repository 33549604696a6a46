/** Every number the daemon gives out, said once. Labels take few values, all of them words of ours. */
export const metrics = {
  tamis_requests_total: {
    type: 'counter',
    help: 'HTTP requests that ended, by door and status.',
    labels: ['door', 'status'],
  },
  tamis_request_seconds: {
    type: 'histogram',
    help: 'How long requests took, from their head to the end of their answer.',
    labels: ['door'],
  },
  tamis_operations_total: {
    type: 'counter',
    help: 'Operations that ended, by where they came from and their outcome (done, or an error code).',
    labels: ['operation', 'source', 'outcome'],
  },
  tamis_proxy_added_seconds: {
    type: 'histogram',
    help: 'What the proxy adds to a request: from its last byte read to the first one sent on.',
    labels: [],
  },
  tamis_tokens_saved_total: {
    type: 'counter',
    help: 'Tokens that were left out, by sieve.',
    labels: ['sieve'],
  },
  tamis_fallbacks_total: {
    type: 'counter',
    help: 'Requests that went on without what a sieve could not do, by reason.',
    labels: ['sieve', 'reason'],
  },
  tamis_masked_results_total: {
    type: 'counter',
    help: 'Tool results that left as placeholders, counted in each request that carries them.',
    labels: [],
  },
  tamis_pruned_results_total: {
    type: 'counter',
    help: 'Tool results that left shortened, counted in each request that carries them.',
    labels: [],
  },
  tamis_prompt_cache_tokens_total: {
    type: 'counter',
    help: 'Tokens that providers read from their prompt cache, or wrote to it.',
    labels: ['direction'],
  },
  tamis_prompt_cache_requests_total: {
    type: 'counter',
    help: 'Proxied requests whose answer says what was cached, by whether anything was read from it.',
    labels: ['outcome'],
  },
  tamis_store_seconds: {
    type: 'histogram',
    help: 'How long calls to the store took.',
    labels: ['part', 'call'],
  },
  tamis_store_failures_total: {
    type: 'counter',
    help: 'Calls to the store that failed.',
    labels: ['part', 'call'],
  },
  tamis_queue_size: {
    type: 'gauge',
    help: 'What waits: texts for a vector, tools for an approval, originals for the sweep (1 when it is behind).',
    labels: ['queue'],
  },
  tamis_spans_dropped_total: {
    type: 'counter',
    help: 'Spans that no collector got: it was away, or too slow.',
    labels: [],
  },
  tamis_originals: { type: 'gauge', help: 'Originals that can be brought back.', labels: [] },
  tamis_originals_bytes: { type: 'gauge', help: 'Bytes of their texts.', labels: [] },
} as const satisfies Record<string, MetricFacts>

export interface MetricFacts {
  readonly type: 'counter' | 'histogram' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
}

type Metrics = typeof metrics
export type MetricName = keyof Metrics
type OfType<Type> = {
  [Name in MetricName]: Metrics[Name]['type'] extends Type ? Name : never
}[MetricName]
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<Metrics[Name]['labels'][number], string>
>

/** Counts and times what happens. Never fails, never waits. */
export interface Meter {
  count<Name extends OfType<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void
  time<Name extends OfType<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void
  set<Name extends OfType<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** All of it in the text format of Prometheus. */
  read(): string
}
