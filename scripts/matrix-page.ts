import { matrix } from '../test/attacks/matrix.ts'
import type { Guard } from './mutate/guard.ts'
import { guards } from './mutate/guards.ts'

/** The fault and attack matrix as tables, one a part, and every guard with the tests that miss it. */
export function matrixSections(): readonly string[] {
  const count = matrix.reduce((sum, { rows }) => sum + rows.length, 0)
  const introduction = `${count} faults and attacks, each with the test that makes it on a running daemon, and ${guards.length} guards. [security.md](../security.md) tells the story; \`npm test\` runs all of them, and \`npm run soak\` the long ones.`
  const parts = matrix.map(({ heading, rows }) =>
    [
      `## ${heading}`,
      '',
      '| what | how it is met | load | test |',
      '| --- | --- | --- | --- |',
      ...rows.map(
        ({ what, met, load, file, title }) =>
          `| ${what} | ${met} | ${load} | [${file.split('/').at(-1)}](../../${file}): ${title} |`,
      ),
    ].join('\n'),
  )
  return [introduction, ...parts, guardSection()]
}

function guardSection(): string {
  return [
    '## Guards',
    '',
    'Each is one check in the code. `npm run mutate` takes it out of a copy of the tree and runs the tests named here: they must fail.',
    '',
    '| kind | what holds because of it | where | noticed by |',
    '| --- | --- | --- | --- |',
    ...[...guards].sort((a, b) => (a.kind < b.kind ? -1 : Number(a.kind !== b.kind))).map(guardRow),
  ].join('\n')
}

function guardRow({ kind, what, file, tests }: Guard): string {
  const names = tests.map((test) => {
    const link = `[${test.file.split('/').at(-1)}](../../${test.file})`
    return test.title === undefined ? link : `${link}: ${test.title}`
  })
  return `| ${kind} | ${what} | [${file}](../../${file}) | ${names.join('; ')} |`
}
