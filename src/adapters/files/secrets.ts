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

/** Tokens that announce themselves, each by the prefix its issuer gives it. */
const shapes = [
  // Payments and shops.
  '(?:sk|rk)_live_[A-Za-z0-9]{16,120}',
  'whsec_[A-Za-z0-9+/=]{32,80}',
  'shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}',
  'sq0(?:atp|csp)-[A-Za-z0-9_-]{22,43}',
  // Models.
  'sk-(?:ant|proj|svcacct|admin|or)-[A-Za-z0-9_-]{20,220}',
  'sk-[A-Za-z0-9]{40,64}',
  'gsk_[A-Za-z0-9]{48,60}',
  'hf_[A-Za-z]{34}',
  'r8_[A-Za-z0-9]{37}',
  // Code and packages.
  'gh[pousr]_[A-Za-z0-9]{36,251}',
  'github_pat_[A-Za-z0-9_]{50,100}',
  'glpat-[A-Za-z0-9_-]{20,60}',
  'npm_[A-Za-z0-9]{36}',
  'pypi-AgE[A-Za-z0-9_-]{50,250}',
  'dckr_pat_[A-Za-z0-9_-]{27,40}',
  // Clouds.
  '(?:AKIA|ASIA)[A-Z0-9]{16}',
  'AIza[A-Za-z0-9_-]{35}',
  'GOCSPX-[A-Za-z0-9_-]{28}',
  'ya29\\.[A-Za-z0-9_-]{30,300}',
  'do[opr]_v1_[a-f0-9]{64}',
  'hv[sb]\\.[A-Za-z0-9_-]{24,250}',
  'AGE-SECRET-KEY-1[A-Z0-9]{58}',
  // Messages.
  'xox[abeprs]-[A-Za-z0-9-]{20,200}',
  'xapp-[A-Za-z0-9-]{20,200}',
  'hooks\\.slack\\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}',
  'SG\\.[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}',
  'lin_api_[A-Za-z0-9]{40}',
]

/** Any of them, standing alone; every repetition is bounded, so a text costs what its length does. */
const secretShapes = new RegExp(`(?<![A-Za-z0-9_-])(?:${shapes.join('|')})(?![A-Za-z0-9])`, 'g')
