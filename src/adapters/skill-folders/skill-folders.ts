import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../../ports/clock.ts'
import type { SkillFolders } from '../../ports/files/skill-folders.ts'
import type { ListedSkill } from '../../ports/tool-server.ts'

/** A change on disk is seen after so long. */
const freshMs = 5000
const mostSkills = 1000
const mostFiles = 200
const largestBytes = 500_000

/** Skills in these folders: each a folder with a `SKILL.md`, or a folder of such folders. */
export function skillFolders(folders: readonly string[], now: Clock): SkillFolders {
  let listed: readonly ListedSkill[] = []
  let stamp = ''
  let readAt = Number.NEGATIVE_INFINITY
  /** Only what was listed can be read. */
  let paths = new Map<string, string>()

  async function listAgain(): Promise<void> {
    const found = (await Promise.all(folders.map(foldersWithSkill))).flat().slice(0, mostSkills)
    const next = JSON.stringify(found)
    if (next === stamp) return
    const named = new Map<string, string>()
    for (const { folder } of found) named.set(freeUri(folder, named), folder)
    const skills = await Promise.all([...named].map(([uri, folder]) => readSkill(folder, uri)))
    listed = skills.flatMap((skill) => skill ?? [])
    paths = new Map([...named].map(([uri, folder]) => [uri, join(folder, 'SKILL.md')]))
    stamp = next
  }

  return {
    async list() {
      if (now() - readAt >= freshMs) {
        readAt = now()
        await listAgain()
      }
      return listed
    },
    async read(uri) {
      const path = paths.get(uri)
      return path === undefined ? undefined : readText(path)
    },
  }
}

/** With when each file changed, so that what stayed the same is not read again. */
async function foldersWithSkill(
  folder: string,
): Promise<readonly { readonly folder: string; readonly changed: number }[]> {
  const names = await readdir(folder, { withFileTypes: true }).catch(absent)
  const inside = (names ?? []).filter((one) => !one.isFile()).map(({ name }) => join(folder, name))
  const found = []
  for (const one of [folder, ...inside.slice(0, mostSkills)]) {
    const facts = await stat(join(one, 'SKILL.md')).catch(absent)
    if (facts?.isFile()) found.push({ folder: one, changed: facts.mtimeMs })
  }
  return found
}

const frontmatter = z.looseObject({ name: z.string().min(1).optional(), description: z.string() })

/** A file that does not say what it is for cannot be found by it, and is passed over. */
async function readSkill(folder: string, uri: string): Promise<ListedSkill | undefined> {
  const text = await readText(join(folder, 'SKILL.md'))
  const head = text?.match(/^---\r?\n([\s\S]*?)\r?\n---/)?.[1]
  const facts = head === undefined ? undefined : frontmatter.safeParse(await parsed(head)).data
  if (!facts) return undefined
  const files = await readdir(folder, { recursive: true }).catch(absent)
  return {
    ...{ name: facts.name ?? basename(folder), description: facts.description },
    uri,
    files: (files ?? []).filter((file) => file !== 'SKILL.md').slice(0, mostFiles),
  }
}

/** Loaded late: most daemons have no skills, and start without it. */
async function parsed(head: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(head)
  } catch {
    return undefined
  }
}

/** Its own name, with as much of the path before it as no other has. */
function freeUri(folder: string, taken: ReadonlyMap<string, string>): string {
  const parts = folder.split(/[\\/]+/).filter(Boolean)
  for (let used = 1; used < parts.length; used++) {
    const uri = `skill://${parts.slice(-used).join('/')}/SKILL.md`
    if (!taken.has(uri)) return uri
  }
  return `skill://${parts.join('/')}/SKILL.md`
}

async function readText(path: string): Promise<string | undefined> {
  const facts = await stat(path).catch(absent)
  if (!facts || facts.size > largestBytes) return undefined
  return readFile(path, 'utf8').catch(absent)
}

/** A folder or file that is not there, or may not be read, has no skills. */
function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error) return undefined
  throw error
}
