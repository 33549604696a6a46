// Prints what ships with Tamis as a CycloneDX bill of materials, from the lockfile alone: the same lockfile, the same bytes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { productionTree, type ShippedPackage } from './production-tree.ts'

const { name, version, license } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
) as Readonly<Record<'name' | 'version' | 'license', string>>

const purl = (packageName: string, packageVersion: string): string =>
  `pkg:npm/${packageName.replace('@', '%40')}@${packageVersion}`

function component(shipped: ShippedPackage): object {
  const reference = purl(shipped.name, shipped.version)
  const digest = Buffer.from(shipped.integrity.slice('sha512-'.length), 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': reference,
    name: shipped.name,
    version: shipped.version,
    purl: reference,
    licenses: [{ license: { id: shipped.license } }],
    hashes: [{ alg: 'SHA-512', content: digest }],
  }
}

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: {
    component: {
      type: 'application',
      'bom-ref': purl(name, version),
      name,
      version,
      purl: purl(name, version),
      licenses: [{ license: { id: license } }],
    },
  },
  components: productionTree().map(component),
}

console.log(JSON.stringify(bill, null, 2))
