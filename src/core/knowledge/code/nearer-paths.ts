/** Folders that programs fill with what they make of sources. */
const builtFolder = /^(?:dist|build|out|cjs|esm|umd|bundles?|types)$/
const ending = /((?:\.d)?\.[mc]?[jt]sx?|\.[a-z]\w*)$/i

/** Endings of what is made of what: TypeScript, the JavaScript of it, and the declarations of it. */
const sources = ['.ts', '.tsx', '.mts', '.cts']
const scripts = ['.js', '.jsx', '.mjs', '.cjs']
const declarations = ['.d.ts', '.d.mts', '.d.cts']

/** True for a file in a folder of built ones, wherever its source may be. */
export function isInBuiltFolder(path: string): boolean {
  return path.split('/').slice(0, -1).some(isBuilt)
}

/**
 * Where the source of a file would be, if the file were made of one: `src/a.ts` for `dist/a.js`,
 * `dist/a.js` for `dist/cjs/a.js`. A declaration is made of TypeScript, never of JavaScript: beside
 * that it says what the other does not.
 */
export function nearerPaths(path: string): readonly string[] {
  const end = ending.exec(path)?.[1]?.toLowerCase() ?? ''
  if (end === '') return []
  const folders = path.slice(0, -end.length).split('/')
  const places = placesOf(folders)
  const own = folders.join('/')
  return [own, ...places]
    .flatMap((place) => endingsBefore(end, place === own).map((one) => place + one))
    .filter((one) => one !== path)
}

/** Places that are nearer to the source than this one. */
function placesOf(folders: readonly string[]): readonly string[] {
  const built = folders.slice(0, -1).filter(isBuilt)
  const bare = folders.filter((name, at) => at === folders.length - 1 || !isBuilt(name))
  const isSource = bare.includes('src')
  const places = isSource ? [] : [`src/${bare.join('/')}`, ...besidePackage(bare)]
  if (built.length === 0) return places
  const outer = folders.filter((name, at) => name !== built.at(-1) || at === folders.length - 1)
  return [...places, bare.join('/'), ...(built.length > 1 ? [outer.join('/')] : [])]
}

/** `packages/one/src/a` for `packages/one/a`. */
function besidePackage(bare: readonly string[]): readonly string[] {
  const [first, second, ...rest] = bare
  return first === 'packages' && rest.length > 0 ? [`packages/${second}/src/${rest.join('/')}`] : []
}

function endingsBefore(end: string, isSamePlace: boolean): readonly string[] {
  const families = [scripts, declarations].find((family) => family.includes(end))
  if (families === undefined)
    return isSamePlace ? [] : [end, ...sources.filter((one) => one !== end)]
  const earlier = isSamePlace ? families.slice(0, families.indexOf(end)) : families
  return [...sources, ...earlier]
}

function isBuilt(folder: string): boolean {
  return builtFolder.test(folder)
}
