import type { SkipReason } from '../../ports/source-files.ts'

const secretNames =
  /^(?:\.env(?:\..+)?|\.npmrc|\.netrc|\.pypirc|\.pgpass|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.json)?|secrets?\.(?:json|ya?ml|toml|env)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg))$/i
const harmlessEnvironment = /^\.env\.(?:example|sample|template|dist)$/i
const generatedNames =
  /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|cargo\.lock|poetry\.lock|uv\.lock|gemfile\.lock|go\.sum|.+\.min\.(?:js|css)|.+\.(?:map|snap|pb\.go|generated\.\w+))$/i
const binaryNames =
  /\.(?:png|jpe?g|gif|webp|ico|bmp|tiff?|avif|mp[34]|m4a|wav|ogg|flac|avi|mov|mkv|webm|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|o|a|so|dylib|dll|exe|bin|wasm|node|pyc|woff2?|ttf|otf|eot|db|sqlite3?|parquet|onnx|safetensors|gguf|docx?|xlsx?|pptx?|odt|psd|dmg|iso)$/i

/** Folders that hold tools or output, never documents. */
export const ignoredFolders = new Set(['.git', '.hg', '.svn', 'node_modules', '.tamis'])

/** What the name alone says against reading a file. */
export function skipByName(name: string): SkipReason | undefined {
  if (secretNames.test(name) && !harmlessEnvironment.test(name)) return 'secret'
  if (generatedNames.test(name)) return 'generated'
  return binaryNames.test(name) ? 'binary' : undefined
}

/** What the beginning of a text file says against indexing it. */
export function skipByContent(text: string): SkipReason | undefined {
  const beginning = text.slice(0, 4096)
  if (/-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/.test(beginning)) return 'secret'
  const isGenerated =
    /@generated\b|\bcode generated .* do not edit\b|\bauto-?generated\b.*\bdo not (?:edit|modify)\b/i
  return isGenerated.test(beginning.slice(0, 1024)) ? 'generated' : undefined
}
