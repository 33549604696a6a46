import { z } from 'zod'

const subQuestions = z.looseObject({
  sub_questions: z.array(z.string().trim().min(1)).min(1),
})
const decision = z.looseObject({
  done: z.boolean(),
  sub_questions: z.array(z.string().trim().min(1)).default([]),
})
const entailment = z.looseObject({
  entailed: z.boolean(),
  unsupported: z.array(z.string()).default([]),
})

/** The sub-questions of a reply, at most `limit`; `undefined` when it holds none. */
export function readSubQuestions(reply: string, limit: number): readonly string[] | undefined {
  const read = subQuestions.safeParse(jsonIn(reply))
  return read.success ? read.data.sub_questions.slice(0, limit) : undefined
}

/** What to look for next: nothing when done, `undefined` when the reply cannot be read. */
export function readDecision(reply: string, limit: number): readonly string[] | undefined {
  const read = decision.safeParse(jsonIn(reply))
  if (!read.success) return undefined
  return read.data.done ? [] : read.data.sub_questions.slice(0, limit)
}

export function readEntailment(
  reply: string,
): { readonly entailed: boolean; readonly unsupported: readonly string[] } | undefined {
  const read = entailment.safeParse(jsonIn(reply))
  return read.success ? read.data : undefined
}

/** The first JSON object of a reply; models like to wrap it in words or fences. */
function jsonIn(reply: string): unknown {
  const start = reply.indexOf('{')
  const end = reply.lastIndexOf('}')
  if (start === -1 || end <= start) return undefined
  try {
    return JSON.parse(reply.slice(start, end + 1))
  } catch {
    return undefined
  }
}
