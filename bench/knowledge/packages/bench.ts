import { localFiles } from '../../../src/adapters/files/source-files.ts'
import { digest } from '../../../src/adapters/node/digest.ts'
import { treeSitterSyntax } from '../../../src/adapters/tree-sitter/syntax.ts'
import { ask } from '../../../src/core/knowledge/ask/ask.ts'
import { embedChunks } from '../../../src/core/knowledge/ingest/embed-chunks.ts'
import { ingestFiles } from '../../../src/core/knowledge/ingest/ingest-files.ts'
import { search } from '../../../src/core/knowledge/search/search.ts'
import { type Base, openBase } from '../base.ts'
import { fresh } from './fresh-questions.ts'
import { installPackages } from './install.ts'
import { later } from './later-questions.ts'
import { other, otherPackages } from './other-questions.ts'
import { heldOut, open, type PackageQuestion, packages } from './questions.ts'
import { morePackages, unseen } from './unseen-questions.ts'

const syntax = treeSitterSyntax()

/** `npm run bench -- knowledge-packages`: questions over the sources and pages of packages, each listed. */
export async function bench(): Promise<void> {
  await judgePackages(packages, { open, 'held out': heldOut, fresh, later })
  await judgePackages(otherPackages, { other })
  await judgePackages({ ...packages, ...morePackages }, { unseen })
}

async function judgePackages(
  versions: Readonly<Record<string, string>>,
  sets: Readonly<Record<string, readonly PackageQuestion[]>>,
): Promise<void> {
  const folders = installPackages(versions)
  if (folders === undefined) return
  const base = { ...(await openBase({ documents: [] })), syntax }
  await ingestAll(base, folders)
  const { documents, chunks } = await base.documents.usage()
  console.log(`${Object.keys(versions).join(', ')}: ${documents} documents, ${chunks} chunks`)
  for (const [name, questions] of Object.entries(sets)) await judgeAll(name, base, questions)
}

async function ingestAll(base: Base, folders: readonly string[]): Promise<void> {
  const lock = async () => ({ release() {} })
  const breathe = async () => undefined
  const deps = { ...base, syntax, digest, files: localFiles(), lock, breathe }
  for (const folder of folders)
    await ingestFiles(deps, { paths: [folder], maxFileBytes: 20 * 1024 * 1024 }, () => {})
  if (base.embedder) await embedChunks(base.documents, base.embedder)
}

async function judgeAll(
  name: string,
  base: Base,
  questions: readonly PackageQuestion[],
): Promise<void> {
  const judged: Judged[] = []
  console.log(`\n${name}: place of the right passage, whether what is quoted holds it`)
  for (const question of questions) {
    const one = await judge(base, question)
    judged.push(one)
    console.log(
      `${one.place === 0 ? 'none' : `@${one.place}`}`.padEnd(6) +
        `${one.isQuoted ? 'quoted' : ''}`.padEnd(8) +
        `${question.of.padEnd(12)}${question.query}  →  ${one.first}`,
    )
    if (process.env.TAMIS_BENCH_SHOW) console.log(`${one.answer.replace(/^/gm, '        | ')}\n`)
  }
  const share = (of: (one: Judged) => boolean): string =>
    `${judged.filter(of).length} of ${judged.length}`
  console.log(`first: ${share(({ place }) => place === 1)}`)
  console.log(`among three: ${share(({ place }) => place > 0 && place <= 3)}`)
  console.log(`quoted: ${share(({ isQuoted }) => isQuoted)}`)
}

interface Judged {
  /** From 1; 0 where it is not among the first ten. */
  readonly place: number
  readonly first: string
  /** One of the quoted statements stands in a right passage and says it. */
  readonly isQuoted: boolean
  readonly answer: string
}

async function judge(base: Base, question: PackageQuestion): Promise<Judged> {
  const { query } = question
  const { chunks } = await search(base, { query, mode: 'hybrid', limit: 10 })
  const isRight = (source: string, path: string, text: string): boolean =>
    source === question.of && question.path.test(path) && question.says.test(text)
  const answer = await ask(base, {
    question: query,
    mode: 'hybrid',
    k: 8,
    multiHop: false,
    extractive: true,
    filter: {},
  })
  const quoted = answer.answer.split(/ \[\d+\](?:\n|$)/)
  const byId = new Map(
    (await Promise.all(answer.citations.map(({ doc_id }) => base.documents.find(doc_id)))).map(
      (one) => [one?.id, one?.source ?? ''],
    ),
  )
  return {
    place:
      1 + chunks.findIndex(({ document, text }) => isRight(document.source, document.path, text)),
    first: chunks[0] ? `${chunks[0].document.source}/${chunks[0].document.path}` : 'nothing',
    isQuoted: answer.citations.some(({ doc_id, path }, at) =>
      isRight(byId.get(doc_id) ?? '', path, quoted[at] ?? ''),
    ),
    answer: answer.answer,
  }
}
