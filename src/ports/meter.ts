/**
 * Every number the daemon gives out, said once. Labels take few values: words of ours, and plain names
 * of upstream servers and their tools.
 */
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
  tamis_upstream_calls_total: {
    type: 'counter',
    help: 'What upstream servers were asked (call, list, request, or relay for what clients ask at /mcp/NAME), by outcome: done, tool_error, refused, or an error code.',
    labels: ['server', 'call', 'outcome'],
  },
  tamis_upstream_seconds: {
    type: 'histogram',
    help: 'How long upstream servers took to answer, their start included.',
    labels: ['server', 'call'],
  },
  tamis_upstream_connected: {
    type: 'gauge',
    help: 'Namespaces in which an upstream server is connected now; 0 where it rests or failed.',
    labels: ['server'],
  },
  tamis_tool_calls_total: {
    type: 'counter',
    help: 'Calls to tools of upstream servers, by outcome (done or failed). The first 200 tools called have a name, the others are `other`.',
    labels: ['server', 'tool', 'outcome'],
  },
  tamis_pool_connections: {
    type: 'gauge',
    help: 'Connections to Postgres, by state: busy, idle, or most (how many there may be).',
    labels: ['state'],
  },
  tamis_pool_waiting: {
    type: 'gauge',
    help: 'Calls that wait for a connection to Postgres.',
    labels: [],
  },
  tamis_process_resident_bytes: {
    type: 'gauge',
    help: 'Memory of the process, its threads included.',
    labels: [],
  },
  tamis_process_heap_bytes: {
    type: 'gauge',
    help: 'What the objects of its main thread take.',
    labels: [],
  },
  tamis_process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time of the process, its threads included.',
    labels: [],
  },
  tamis_event_loop_delay_seconds: {
    type: 'gauge',
    help: 'How late the main thread came to its work since the last reading: half of the time (0.5), in a hundredth of it (0.99), at worst (1).',
    labels: ['quantile'],
  },
  tamis_queue_size: {
    type: 'gauge',
    help: 'What waits: texts for a vector, tools for an approval, originals for the sweep (1 when it is behind).',
    labels: ['queue'],
  },
  tamis_spans_dropped_total: {
    type: 'counter',
    help: 'Spans that no collector got: it was away or too slow, or one request had more than 200.',
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
type LabelsOf<Name extends MetricName> = Readonly<Record<Metrics[Name]['labels'][number], string>>

/** Counts and times what happens. Never fails, never waits. */
export interface Meter {
  count<Name extends OfType<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void
  time<Name extends OfType<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void
  set<Name extends OfType<'gauge'>>(name: Name, labels: LabelsOf<Name>, value: number): void
  /** Looks at what is only known by looking, before each reading. */
  beforeRead(look: () => void): void
  /** All of it in the text format of Prometheus. */
  read(): string
}
