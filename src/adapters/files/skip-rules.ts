import type { SkipReason } from '../../ports/files/source-files.ts'
import { holdsSecret, isSecretPath } from './secrets.ts'

const generatedNames =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|cargo\.lock|poetry\.lock|uv\.lock|gemfile\.lock|go\.sum|.+\.min\.(?:js|css)|.+\.(?:map|snap|pb\.go|generated\.\w+))$/i
const binaryNames =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|avif|mp[34]|m4a|wav|ogg|flac|avi|mov|mkv|webm|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|bin|wasm|node|pyc|woff2?|ttf|otf|eot|db|sqlite3?|parquet|onnx|safetensors|gguf|doc|xls|ppt|odt|psd|dmg|iso)$/i

/** Folders of version control and our own, never documents. */
export const alwaysIgnored: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', '.tamis'])

/** A folder with one of these is a home of ours, whatever its name. */
export const homeFiles: ReadonlySet<string> = new Set(['knowledge.db', 'tamis.db'])

/** Folders that hold what others wrote, read only where somebody names them. */
export const ignoredFolders: ReadonlySet<string> = new Set(['node_modules'])

/** What its name and place say against reading a file; `path` with `/`. */
export function skipByPath(path: string, includeSecrets: boolean): SkipReason | undefined {
  if (!includeSecrets && isSecretPath(path)) return 'secret'
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (generatedNames.test(name)) return 'generated'
  return binaryNames.test(name) ? 'binary' : undefined
}

/** What a text says against indexing it. */
export function skipByContent(text: string, includeSecrets: boolean): SkipReason | undefined {
  if (!includeSecrets && holdsSecret(text)) return 'secret'
  const isGenerated =
    /@generated\b|\bcode generated .* do not edit\b|\bauto-?generated\b.*\bdo not (?:edit|modify)\b/i
  return isGenerated.test(text.slice(0, 1024)) ? 'generated' : undefined
}
