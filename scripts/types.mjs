// Writes the types of the library into a folder: those of its entries, and of what they speak of, in a few files.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

/** Declarations name the sources they were made from. */
const besideSources = {
  name: 'beside-sources',
  resolveId(source, importer) {
    if (importer === undefined || !/^\..*(?<!\.d)\.ts$/.test(source)) return null
    return join(importer, '..', source.replace(/\.ts$/, '.d.ts'))
  },
}

export async function writeTypes(folder) {
  const all = mkdtempSync(join(tmpdir(), 'tamis-types-'))
  try {
    const words = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', all]
    execFileSync(process.execPath, words, { stdio: 'inherit' })
    const bundled = await rolldown({
      input: {
        index: join(all, 'index.d.ts'),
        ...Object.fromEntries(
          ['ai', 'browser', 'langchain'].map((name) => [name, join(all, `library/${name}.d.ts`)]),
        ),
      },
      external: (id) => /^[^./]/.test(id),
      plugins: [besideSources, dts({ dtsInput: true })],
    })
    await bundled.write({ dir: folder, format: 'esm', chunkFileNames: 'types/[name].d.ts' })
    await bundled.close()
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}

if (import.meta.main) await writeTypes(process.argv[2] ?? 'dist')
