import { EngineError } from '../../../errors.ts'
import { counted, phrase } from '../../../phrase.ts'
import { toIsoTime } from '../../text/iso-time.ts'
import type { MemoryDeps, Spoken } from '../deps.ts'
import { questionCount } from '../records/bounds.ts'
import { clarificationName, renderClarifications } from '../records/clarification-file.ts'
import { toStamp } from '../records/dates.ts'
import { message, reasonOf } from '../records/message.ts'
import { check, clarification } from '../records/records.ts'
import { indexClarifications } from '../upkeep/index-clarifications.ts'

export interface ClarifyRequest {
  readonly story: string
  readonly project: string
  readonly domain: string
  readonly answers: readonly string[]
}

export interface Clarified extends Spoken {
  /** Undefined when the file could not be written; the reason is among the messages. */
  readonly path: string | undefined
  readonly sha256: readonly string[]
}

/** Later entries of one second get the stamps of the seconds after it. */
const stampTries = 120

/** Keeps four answers verbatim in a file of their own, and indexes them. */
export async function clarify(deps: MemoryDeps, request: ClarifyRequest): Promise<Clarified> {
  checkRequest(request)
  const sha256 = request.answers.map(deps.digest)
  try {
    const path = await createFile(deps, request)
    const { messages } = await indexClarifications(deps)
    return { path, sha256, messages }
  } catch (error) {
    const name = clarificationName(request.story)
    const failure = message('clarifications', 'write failed', `${name}: ${reasonOf(error)}`)
    return { path: undefined, sha256, messages: [failure] }
  }
}

function checkRequest({ story, project, domain, answers }: ClarifyRequest): void {
  if (answers.length !== questionCount)
    throw new EngineError(
      'invalid_input',
      counted(answers.length, '{} answer instead of {}', '{} answers instead of {}', questionCount),
    )
  for (const [at, verbatim] of answers.entries()) {
    const record = check(clarification, {
      story_id: story,
      project,
      domain,
      question_idx: at + 1,
      verbatim,
      date: '2000-01-01',
    })
    if (record.kind === 'rejected')
      throw new EngineError(
        'invalid_input',
        phrase`The clarification is not valid: ${record.reason}`,
      )
  }
}

async function createFile(deps: MemoryDeps, request: ClarifyRequest): Promise<string> {
  const now = deps.now()
  const text = renderClarifications(deps.digest, { ...request, date: toIsoTime(now) })
  const names = [
    clarificationName(request.story),
    ...Array.from({ length: stampTries }, (_, seconds) =>
      clarificationName(request.story, toStamp(now + seconds * 1000)),
    ),
  ]
  for (const name of names) {
    const path = await deps.files.createClarification(name, text)
    if (path !== undefined) return path
  }
  throw new EngineError('invalid_input', phrase`${request.story} was clarified too often at once`)
}
