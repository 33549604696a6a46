// Builds Tamis as one executable for the platform it runs on: this Node, with all that the package installs inside.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { productionTree } from './production-tree.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'dist-executable')
const isWindows = process.platform === 'win32'
const program = join(folder, isWindows ? 'tamis.exe' : 'tamis')

if (!existsSync(join(root, 'dist/.built'))) throw new Error('Run `npm run build` first.')
mkdirSync(folder, { recursive: true })
const archive = packFiles(shippedFiles())
const files = { archive: join(folder, 'files.zst'), digest: join(folder, 'digest.txt') }
writeFileSync(files.archive, archive)
writeFileSync(files.digest, createHash('sha256').update(archive).digest('hex').slice(0, 16))
const config = join(folder, 'sea.json')
writeFileSync(
  config,
  JSON.stringify({
    main: join(root, 'scripts/executable/launcher.cjs'),
    output: join(folder, 'tamis.blob'),
    disableExperimentalSEAWarning: true,
    // It is the one way to import from an executable, and the user can do nothing about it.
    execArgv: ['--disable-warning=ExperimentalWarning'],
    assets: { files: files.archive, digest: files.digest },
  }),
)
const run = (command: string, ...words: string[]): void => {
  execFileSync(command, words, { stdio: 'inherit' })
}
run(process.execPath, '--experimental-sea-config', config)
copyFileSync(process.execPath, program)
chmodSync(program, 0o755)
// A signature of the Node that was copied is none of what it becomes.
if (process.platform === 'darwin') run('codesign', '--remove-signature', program)
run(
  process.execPath,
  ...[join(root, 'node_modules/postject/dist/cli.js'), program, 'NODE_SEA_BLOB'],
  ...[
    join(folder, 'tamis.blob'),
    '--sentinel-fuse',
    'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
  ],
  ...(process.platform === 'darwin' ? ['--macho-segment-name', 'NODE_SEA'] : []),
)
if (process.platform === 'darwin') run('codesign', '--sign', '-', program)
console.log(`${program}: ${Math.round(statSync(program).size / 1e6)} MB`)

/** What npm would install, without what only people and compilers read. */
function shippedFiles(): readonly string[] {
  const packages = productionTree().filter(({ isPacked }) => !isPacked)
  const folders = ['dist', 'assets', ...packages.map(({ name }) => join('node_modules', name))]
  const found = folders.flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:map|md|d\.[cm]?ts)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  return ['package.json', ...new Set(found)].sort()
}

/** A list of paths and lengths, then the bytes: `launcher.cjs` reads it. */
function packFiles(paths: readonly string[]): Buffer {
  const contents = paths.map((path) => readFileSync(join(root, path)))
  const header = Buffer.from(
    JSON.stringify(paths.map((path, at) => [path.replaceAll('\\', '/'), contents[at]?.length])),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  return zstdCompressSync(Buffer.concat([length, header, ...contents]), {
    params: { [constants.ZSTD_c_compressionLevel]: 12 },
  })
}
