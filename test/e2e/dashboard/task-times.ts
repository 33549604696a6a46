interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly args: { readonly name?: string }
  /** Microseconds of processor time: other programs on the machine do not count. */
  readonly tdur?: number
}

/** Categories of a trace that hold the tasks of a page. */
export const taskCategories = ['toplevel', 'devtools.timeline']

/** How long each task of the pages' own threads kept the processor, in milliseconds. */
export function taskTimesMs(trace: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const threads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  return traceEvents
    .filter(({ name, pid, tid }) => /RunTask/.test(name) && threads.has(`${pid} ${tid}`))
    .map(({ tdur = 0 }) => tdur / 1000)
}
