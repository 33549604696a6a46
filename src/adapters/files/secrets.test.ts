import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localFiles } from './source-files.ts'

/** Not one token of a real account; put together here, so that no scanner takes the file for a leak. */
const random = 'Zq7Rt2Lm9Xw4Vb6Nc1Ks8Jd3Hf5GpQyUeToAi'
const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
const upper = 'Q7R2LM9X4VB6NC1K'

const byPath = [
  '.git-credentials',
  '.kube/config',
  'prod.env',
  '.env',
  '.env.local',
  'terraform.tfstate',
  'terraform.tfstate.backup',
  'prod.tfvars',
  'etc/shadow',
  'etc/gshadow',
  '.ssh/config',
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.docker/config.json',
  '.config/gh/hosts.yml',
  '.npmrc',
  '.netrc',
  '.pgpass',
  '.vault-token',
  'server.key',
  'client.pem',
  'vault.kdbx',
  'secrets.yaml',
]

const byShape: Readonly<Record<string, string>> = {
  stripe: `sk_${'live'}_${random}`,
  anthropic: `sk-${'ant'}-api03-${random}`,
  openai: `sk-${'proj'}-${random}`,
  github: `gh${'p'}_${random.slice(0, 36)}`,
  'fine-grained': `github_${'pat'}_${random}${random}`,
  gitlab: `glpat-${random.slice(0, 20)}`,
  npm: `npm_${random.slice(0, 36)}`,
  slack: `xox${'b'}-${random}`,
  aws: `AKIA${upper}`,
  google: `AIza${random.slice(0, 35)}`,
  sendgrid: `SG.${random.slice(0, 22)}.${hex.slice(0, 43)}`,
  digitalocean: `dop_v1_${hex}`,
  vault: `hvs.${random}`,
  'private-key': `-----BEGIN RSA ${'PRIVATE'} KEY-----\n${hex}\n`,
  'key-in-json': `{"private_key": "-----BEGIN ${'PRIVATE'} KEY-----\\n${hex}\\n"}`,
}

const harmless: Readonly<Record<string, string>> = {
  'guide.md': 'Set `API_KEY=sk_live_xxxxxxxxxxxxxxxxxxxxxxxx` or AKIAIOSFODNN7EXAMPLE.',
  '.env.example': 'TOKEN=your-token-here',
  'keys.ts':
    "const header = '-----BEGIN PRIVATE KEY-----'\nexport const isKey = (text: string) => text",
  'environment.md': 'How the environment is read.',
}

const files = localFiles()
let root: string

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tamis-secrets-')))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const path of byPath) write(path, 'nothing that looks like a token')
  // Far from the beginning, where somebody pasted it.
  for (const [name, token] of Object.entries(byShape))
    write(`notes/${name}.md`, `# Notes\n\n${'Words. '.repeat(2000)}\n\nuse ${token}\n`)
  for (const [path, text] of Object.entries(harmless)) write(path, text)
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** What an ingest would take, and what it would pass over and why. */
async function takenFrom(includeSecrets: boolean) {
  const listed = await files.list([root], { maxFileBytes: 1_000_000, includeSecrets })
  const skipped = new Map(listed.skipped.map((skip) => [skip.path, skip.skipped]))
  const taken = new Set<string>()
  for (const file of listed.files) {
    const read = await files.read(file, { includeSecrets })
    if ('skipped' in read) skipped.set(read.path, read.skipped)
    else taken.add(file.path)
  }
  return { taken, skipped }
}

test.each([...byPath, ...Object.keys(byShape).map((name) => `notes/${name}.md`)])(
  'passes over %s, and says that it is a secret',
  async (path) => {
    const { taken, skipped } = await takenFrom(false)
    expect({ isTaken: taken.has(path), reason: skipped.get(path) }).toEqual({
      isTaken: false,
      reason: 'secret',
    })
  },
)

test('reads examples of secrets, and programs that speak of keys', async () => {
  const { taken } = await takenFrom(false)
  expect([...taken].sort()).toEqual(Object.keys(harmless).sort())
})

test('reads all of them for those who mean it', async () => {
  const { taken } = await takenFrom(true)
  expect(taken.size).toBe(
    byPath.length + Object.keys(byShape).length + Object.keys(harmless).length,
  )
})
