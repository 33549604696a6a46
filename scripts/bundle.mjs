import { cpSync, readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { rolldown } from 'rolldown'

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

/** Our own code in a few files, and the SQL and workers it reads beside them: hundreds of small ones take longer to find than to run. */
export async function bundle(folder) {
  const bundled = await rolldown({
    input: {
      main: 'src/main.ts',
      index: 'src/index.ts',
      ai: 'src/library/ai.ts',
      langchain: 'src/library/langchain.ts',
      'compose-writer': 'src/compose/writer.ts',
    },
    platform: 'node',
    // Packages stay packages: npm audits, updates and licenses them.
    external: /^[^./]/,
    plugins: [ownPlace],
  })
  // Chunks lie side by side, so that every module's place is the same seen from each of them.
  await bundled.write({ dir: folder, format: 'esm', sourcemap: true })
  await bundled.close()
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' }))
    if (/\.(?:sql|mjs)$/.test(file)) cpSync(join('src', file), join(folder, file))
  await bundleForBrowsers(folder)
}

/** The part of the library that needs no Node, in one file that a page can import as it is. */
async function bundleForBrowsers(folder) {
  const bundled = await rolldown({ input: 'src/library/browser.ts', platform: 'browser' })
  await bundled.write({ file: join(folder, 'browser.js'), format: 'esm', minify: true })
  await bundled.close()
}
