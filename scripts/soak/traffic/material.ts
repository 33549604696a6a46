import { loadCorpora } from '../../../bench/knowledge/data.ts'
import { loadSessions, type Session } from '../../../bench/mask/sessions.ts'
import { madeFile, madeLog } from '../../../bench/prune/made-texts.ts'
import { dataFolder, readSamples } from '../../../bench/prune/sets.ts'
import { chatHistory } from '../../../test/e2e/proxy/histories.ts'

/** What the traffic is made of: recorded where the data is here, made elsewhere. */
export interface Material {
  readonly from: 'recorded' | 'made'
  readonly texts: readonly { readonly goal: string; readonly text: string }[]
  readonly sessions: readonly Session[]
  readonly documents: readonly { readonly title: string; readonly text: string }[]
  readonly questions: readonly string[]
}

const mostTexts = 60
const mostDocuments = 150

export function loadMaterial(): Material {
  const folder = dataFolder()
  const sessions = ['pi-large', 'tau-airline'].flatMap((name) => loadSessions(name) ?? [])
  const [corpus] = loadCorpora(['scifact'])
  if (folder === undefined || sessions.length === 0 || corpus === undefined) return madeMaterial()
  const texts = ['logs-cidiff', 'code-commits', 'docs-hotpot'].flatMap((name) =>
    readSamples(folder, name).slice(0, mostTexts),
  )
  return {
    from: 'recorded',
    texts: texts.map(({ goal, text }) => ({ goal, text })),
    sessions,
    documents: corpus.documents.slice(0, mostDocuments),
    questions: corpus.queries.slice(0, mostDocuments).map(({ query }) => query),
  }
}

function madeMaterial(): Material {
  const texts = [200, 500, 2000, 5000].flatMap((lines) => [
    { goal: 'why is the connection refused', text: madeLog(lines) },
    { goal: 'where is the database opened', text: madeFile(lines) },
  ])
  const sessions = [10, 40, 80].map((turns) => ({
    id: `made-${turns}`,
    messages: chatHistory(turns),
  }))
  const documents = Array.from({ length: mostDocuments }, (_, index) => ({
    title: `Runbook ${index}`,
    text: `# Runbook ${index}\n\n${madeLog(20 + index)}`,
  }))
  return { from: 'made', texts, sessions, documents, questions: ['why was the connection refused'] }
}
