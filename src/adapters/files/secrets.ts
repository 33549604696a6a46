import { secretShapes } from './secret-shapes.ts'

const secretNames =
  /^(?:\.env(?:\..+)?|.+\.env|\.envrc|\.npmrc|[._]netrc|\.pypirc|\.pgpass|\.my\.cnf|\.htpasswd|\.git-credentials|\.vault-token|\.s3cfg|\.boto|\.dockercfg|(?:.+\.)?kubeconfig|id_(?:rsa|dsa|ecdsa|ed25519)|credentials(?:\.(?:json|toml|ya?ml))?|client_secret.*\.json|secrets?\.(?:json|ya?ml|toml|env)|.+\.(?:tfstate(?:\.backup)?|tfvars(?:\.json)?|pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx|ovpn|asc|gpg))$/i
const harmlessNames =
  /^(?:\.env\.(?:example|sample|template|dist)|(?:\.?example|sample|template|dist)\.env)$/i
/** Folders of credentials, and files that are secret for where they lie. */
const secretPlaces =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.kube|\.azure|\.config\/gcloud)\/|(?:^|\/)(?:\.aws\/(?:credentials|config)|\.docker\/config\.json|\.config\/gh\/hosts\.yml|\.cargo\/credentials|etc\/(?:g?shadow|sudoers|master\.passwd)-?)$/i

/** True for a file that holds secrets by its name or its place; `path` with `/`. */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (secretNames.test(name) && !harmlessNames.test(name)) || secretPlaces.test(path)
}

const keyAtTop = /^[ \t]*-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/m
/** The header alone stands in many programs; with its first line of key below it is a key. */
const keyAnywhere =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s"'+,\\rn]{1,40}[A-Za-z0-9+/=]{32}/

/** True for a text with a private key or a token of a known shape; examples of tokens are none. */
export function holdsSecret(text: string): boolean {
  if (keyAtTop.test(text.slice(0, 4096)) || keyAnywhere.test(text)) return true
  for (const [token] of text.matchAll(secretShapes)) if (!isExample(token)) return true
  return false
}

const exampleWords =
  /example|sample|dummy|fake|placeholder|redacted|your|(.)\1{4}|0123456|1234567|abcdef/i
/** Random characters of this many repeat seldom enough to show more different ones. */
const leastCharacters = 9

function isExample(token: string): boolean {
  return exampleWords.test(token) || new Set(token).size < leastCharacters
}
