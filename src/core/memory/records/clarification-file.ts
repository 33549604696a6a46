import type { Digest } from '../../../ports/digest.ts'
import type { MarkdownSource } from '../../../ports/store/memories.ts'
import { questionCount } from './bounds.ts'
import { type Checked, type Clarification, check, clarification } from './records.ts'

/** What is asked before a story starts. */
export const questions: readonly string[] = [
  'What problem does this solve, and for whom?',
  'What is in scope, and what is not?',
  'How will you know that it is done?',
  'What must not break, and what is risky?',
]

const fileName = /^[A-Z][A-Z0-9]{0,15}-[0-9]{1,6}-clarifications(?:-\d{4}-\d{2}-\d{2}-\d{6})?\.md$/

/** `PD-301-clarifications.md`, or the same with the stamp of a later entry. */
export function isClarificationName(name: string): boolean {
  return fileName.test(name)
}

export function clarificationName(story: string, stamp?: string): string {
  return `${story}-clarifications${stamp === undefined ? '' : `-${stamp}`}.md`
}

export interface ClarificationSet {
  readonly story: string
  readonly project: string
  readonly domain: string
  /** ISO 8601. */
  readonly date: string
  readonly answers: readonly string[]
}

/** The file of one set of answers, each verbatim; the header holds their lengths and digests. */
export function renderClarifications(digest: Digest, set: ClarificationSet): string {
  const header = [
    '---',
    `story: ${set.story}`,
    `project: ${JSON.stringify(set.project)}`,
    `domain: ${JSON.stringify(set.domain)}`,
    `date: ${JSON.stringify(set.date)}`,
    'answers:',
    ...set.answers.flatMap((answer) => [
      `  - chars: ${answer.length}`,
      `    sha256: ${digest(answer)}`,
    ]),
    '---',
    '',
    `# ${set.story} — clarifications`,
    '',
  ]
  const body = set.answers.flatMap((answer, at) => [heading(at), '', answer, ''])
  return [...header, ...body].join('\n')
}

/** One record per question. Lengths decide where an answer ends; headings do in a file edited by hand. */
export function readClarifications(
  digest: Digest,
  source: MarkdownSource,
): readonly Checked<Clarification>[] {
  if (source.kind === 'unreadable') return [{ kind: 'rejected', reason: source.reason }]
  const { header, path } = source
  if (header.kind === 'none') return [{ kind: 'rejected', reason: 'no frontmatter' }]
  if (header.kind === 'invalid') return [{ kind: 'rejected', reason: header.reason }]
  const fields = { ...(header.fields as Readonly<Record<string, unknown>> | null) }
  const answers = cutByLength(digest, header.body, fields.answers) ?? cutByHeading(header.body)
  if (answers.length !== questionCount)
    return [{ kind: 'rejected', reason: `${answers.length} answers instead of ${questionCount}` }]
  return answers.map((verbatim, at) =>
    check(clarification, {
      story_id: fields.story,
      domain: fields.domain,
      project: fields.project,
      question_idx: at + 1,
      verbatim,
      date: fields.date,
      path,
    }),
  )
}

function heading(at: number): string {
  return `## Q${at + 1}. ${questions[at] ?? ''}`
}

/** Undefined unless every stretch has the digest the header gives for it, and nothing was added to it. */
function cutByLength(digest: Digest, body: string, sizes: unknown): string[] | undefined {
  if (!Array.isArray(sizes) || sizes.length !== questionCount) return undefined
  const answers: string[] = []
  let from = 0
  for (const [at, size] of sizes.entries()) {
    const { chars, sha256 } = (size ?? {}) as { chars?: unknown; sha256?: unknown }
    const title = body.indexOf(`## Q${at + 1}. `, from)
    const start = body.indexOf('\n\n', title) + 2
    if (title === -1 || start === 1 || typeof chars !== 'number') return undefined
    const answer = body.slice(start, start + chars)
    const rest = body.slice(start + chars)
    const endsThere =
      at + 1 < questionCount ? rest.startsWith(`\n\n## Q${at + 2}. `) : rest === '\n'
    if (!endsThere || digest(answer) !== sha256) return undefined
    answers.push(answer)
    from = start + chars
  }
  return answers
}

function cutByHeading(body: string): string[] {
  const parts = body.split(/^## Q[1-9]\.[^\n]*\r?\n/m).slice(1)
  return parts.map((part) => part.replace(/^\r?\n/, '').replace(/\r?\n(?:\r?\n)?$/, ''))
}
