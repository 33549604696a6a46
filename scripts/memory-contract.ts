import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transitions } from '../src/core/memory/upkeep/scope.ts'

/** Every row memory owes: what each means, in the order of the contract. */
const rows: readonly (readonly [id: string, meaning: string])[] = [
  ['INV-295-01', 'Scanning watch notes never stops at a bad one'],
  ['INV-295-02', 'Watch notes have the form the contract gives them'],
  ['INV-295-03', 'The four answers are kept verbatim'],
  ['INV-295-04', 'Clarifications are indexed'],
  ['INV-295-05', 'The reuse score is 0.4, 0.4 and 0.2, summed'],
  ['INV-295-06', 'Scores join on story, gate and tags hash, once'],
  ['INV-295-07', 'Equal similarity is ordered by reuse score'],
  ['INV-295-08', 'Migration gives the scope `story`, once'],
  ['INV-295-09', 'story → domain from 0.3'],
  ['INV-295-10', 'domain → global from 0.6'],
  ['INV-295-11', 'Eviction needs age and no injection'],
  ['INV-295-12', 'Archived learnings are in no index'],
  ['INV-295-13', 'Three sections, at most 5, 3 and 3'],
  ['INV-295-14', '`_aucun résultat_` stops nothing'],
  ['INV-295-15', 'A failed source stops nothing'],
  ['INV-295-16', 'What is excluded is absent'],
  ...transitions.map(({ id, from, to, isAllowed }): readonly [string, string] => [
    id,
    `${from} → ${to} is ${isAllowed ? 'allowed' : 'refused'}`,
  ]),
  ['INV-plan-03', 'One implementation of the tags hash'],
  ['INV-plan-06', 'Every write through the atomic primitives'],
  ['INV-plan-07', 'A missing score is 0.0'],
  ['INV-plan-08', 'Last tie-break: newest first'],
  ['INV-plan-09', 'Age from `date_created`, then `date`'],
  ['ERR-295-01', 'A record of the wrong form is rejected, the rest goes on'],
  ['ERR-295-02', 'A watch note with a bad header is skipped'],
  ['ERR-295-03', 'No injections file is an empty corpus'],
  ['ERR-295-04', 'The embedder fails or is too slow'],
  ['ERR-295-05', 'The index is absent or damaged'],
  ['ERR-295-06', 'Nothing fits'],
  ['ERR-295-07', 'A forbidden transition'],
  ['ERR-295-08', 'A value outside its bounds'],
  ['ERR-295-09', 'A clarification cannot be written'],
  ['ERR-295-10', 'A learning without injections has no score'],
  ...numbered('CA-295', 17, 'Acceptance'),
  ...numbered('TC-NOM', 16, 'Nominal case'),
  ...numbered('TC-ERR', 11, 'Error case'),
  ...numbered('TC-NEG', 5, 'Negative case'),
  ...numbered('TC-NR', 5, 'Non-regression'),
  ...numbered('TC-PLAN', 5, 'Decisions of the plan'),
]

interface NamedTest {
  readonly file: string
  readonly title: string
}

/** Rows that no test names. */
export function missingRows(): readonly string[] {
  const tests = namedTests()
  return rows.map(([id]) => id).filter((id) => testsOf(tests, id).length === 0)
}

/** The page that maps each row to its tests. */
export function memoryContractPage(): string {
  const tests = namedTests()
  const lines = rows.map(([id, meaning]) => {
    const found = testsOf(tests, id).map(({ file, title }) => `${plain(title)} (\`${file}\`)`)
    return `| ${id} | ${meaning} | ${found.join('<br>')} |`
  })
  return ['| row | meaning | tests |', '| --- | --- | --- |', ...lines].join('\n')
}

function testsOf(tests: readonly NamedTest[], id: string): readonly NamedTest[] {
  const whole = new RegExp(`${id}(?![0-9])`)
  return tests.filter(({ title }) => whole.test(title))
}

function namedTests(): readonly NamedTest[] {
  const files = ['src/core/memory', 'test/e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => name.endsWith('.test.ts') && (folder !== 'test/e2e' || /^memory/.test(name)),
      )
      .sort()
      .map((name) => join(folder, name)),
  )
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(titles)].map(([, title = '']) => ({ file, title })),
  )
}

/** A string that starts with a row and is followed by the body of a test. */
const titles = /'((?:TC|INV|ERR|CA)-[^'\n]*)',\s*(?:async )?\(/g

/** A title without the rows it names, safe inside a table. */
function plain(title: string): string {
  return title.replace(/(?:(?:TC|INV|ERR|CA)-[A-Za-z0-9-]*\d ?)+/, '').replaceAll('|', '\\|')
}

function numbered(prefix: string, count: number, meaning: string): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, at) => {
    const number = String(at + 1).padStart(2, '0')
    return [`${prefix}-${number}`, meaning]
  })
}
