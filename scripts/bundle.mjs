import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { grammars } from '../src/adapters/tree-sitter/grammars.ts'
import { packedPackages } from './packed.mjs'

/** In a bundle, `import.meta.url` speaks of the chunk; this keeps it speaking of the module. */
const ownPlace = {
  name: 'own-place',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return undefined
    const place = `./${relative(resolve('src'), id).replaceAll('\\', '/')}`
    const url = `new URL(${JSON.stringify(place)}, import.meta.url).href`
    // A thread of ours begins with an entry of the bundle, which lies at its top.
    const folder = dirname(place)
    const threads = code.replaceAll(
      /'\.\/([\w-]+)\.ts', import\.meta\.url/g,
      (_, file) => `'${relative(folder, '.')}/${basename(folder)}-${file}.js', import.meta.url`,
    )
    return { code: threads.replaceAll('import.meta.url', url), map: null }
  },
}

/** A package lays its grammars out for everyone; ours are packed. */
const packedGrammars = {
  name: 'packed-grammars',
  resolveId(source, importer) {
    if (source !== './grammar-files.ts' || importer === undefined) return null
    return join(dirname(importer), 'packed-grammar-files.ts')
  },
}

/** Our own code in a few files, and the SQL and workers it reads beside them: hundreds of small ones take longer to find than to run. */
export async function bundle(folder) {
  const bundled = await rolldown({
    input: {
      main: 'src/main.ts',
      index: 'src/index.ts',
      ai: 'src/library/ai.ts',
      langchain: 'src/library/langchain.ts',
      'compose-writer': 'src/compose/writer.ts',
      'compose-token-counter': 'src/compose/token-counter.ts',
    },
    platform: 'node',
    // Packages stay packages: npm audits, updates and licenses them; but for those that are mostly not used.
    external: (id) => /^[^./]/.test(id) && !packedPackages.some((name) => id.startsWith(name)),
    plugins: [packedGrammars, ownPlace],
  })
  // Chunks lie side by side, so that every module's place is the same seen from each of them.
  await bundled.write({ dir: folder, format: 'esm', sourcemap: true })
  await bundled.close()
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }))
    if (/\.(?:sql|mjs)$/.test(file)) cpSync(join('src', file), join(folder, file))
  packGrammars(join(folder, 'adapters/tree-sitter/grammars'))
  packLicences(join(folder, 'licences'))
  await bundleForBrowsers(folder)
}

/** The part of the library that needs no Node, in one file that a page can import as it is. */
async function bundleForBrowsers(folder) {
  const bundled = await rolldown({ input: 'src/library/browser.ts', platform: 'browser' })
  await bundled.write({ file: join(folder, 'browser.js'), format: 'esm', minify: true })
  await bundled.close()
}

/** Higher ones save little and take seconds. */
const level = { params: { [constants.ZSTD_c_compressionLevel]: 9 } }

/** The parser, and the grammars we know: 21 MB become 2. */
function packGrammars(folder) {
  const wasm = 'node_modules/@vscode/tree-sitter-wasm/wasm'
  mkdirSync(folder, { recursive: true })
  cpSync(join(wasm, 'tree-sitter.js'), join(folder, 'tree-sitter.cjs'))
  cpSync(join(wasm, 'tree-sitter.wasm'), join(folder, 'tree-sitter.wasm'))
  for (const name of new Set(Object.values(grammars))) {
    const bytes = readFileSync(join(wasm, `tree-sitter-${name}.wasm`))
    writeFileSync(join(folder, `${name}.wasm.zst`), zstdCompressSync(bytes, level))
  }
}

/** Whoever has a part of a package has its licence; the browser file holds a part of zod. */
function packLicences(folder) {
  mkdirSync(folder, { recursive: true })
  for (const name of [...packedPackages, 'zod'])
    cpSync(join('node_modules', name, 'LICENSE'), join(folder, `${name.replace('/', '+')}.txt`))
}
