import { matrix } from '../test/attacks/matrix.ts'

/** The fault and attack matrix as tables, one a part. */
export function matrixSections(): readonly string[] {
  const count = matrix.reduce((sum, { rows }) => sum + rows.length, 0)
  const introduction = `${count} faults and attacks, each with the test that makes it on a running daemon. [security.md](../security.md) tells the story; \`npm test\` runs all of them, and \`npm run soak\` the long ones.`
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
  return [introduction, ...parts]
}
