import { productionTree } from './production-tree.ts'

/** What ships with Tamis, and under which licence. */
export function dependenciesSection(): string {
  const shipped = productionTree()
  const direct = shipped.filter(({ isDirect }) => isDirect).length
  return [
    `${shipped.length} packages, ${direct} of them named in \`package.json\` and the rest brought along. Each is pinned by version and digest in the lockfile, and none runs a script when it is installed. \`npm run sbom\` prints the same as CycloneDX.`,
    '',
    '| package | version | licence | named |',
    '| --- | --- | --- | --- |',
    ...shipped.map(
      ({ name, version, license, isDirect, isPacked }) =>
        `| ${name} | ${version} | ${license} | ${isPacked ? 'packed' : isDirect ? 'yes' : ''} |`,
    ),
  ].join('\n')
}
