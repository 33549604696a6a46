import { EngineError } from '../../../errors.ts'
import { phrase } from '../../../phrase.ts'
import type { Caller } from '../../../ports/caller.ts'
import type { Digest } from '../../../ports/digest.ts'
import type { SkillFolders } from '../../../ports/files/skill-folders.ts'
import type { CatalogSkill, JsonObject } from '../../../ports/store/catalog.ts'
import type { ListedSkill } from '../../../ports/tool-server.ts'
import { adoptSkills } from './adopt-skills.ts'
import { sanitizeText } from './sanitize.ts'

/** The server name of skills that lie in folders of this machine. */
const localServer = 'local'

export interface Skills {
  /** Those of this machine; the same array as long as nothing changed. */
  local(): Promise<readonly CatalogSkill[]>
  /** The whole text of a skill, as its server listed it, asked for in the name of this caller. */
  read(skill: CatalogSkill, caller: Caller | undefined): Promise<string>
}

export interface SkillsDeps {
  readonly digest: Digest
  readonly skillFolders?: SkillFolders | undefined
  /** Asks the server of a skill for one of its resources. */
  readonly readResource: (
    server: string,
    uri: string,
    caller: Caller | undefined,
  ) => Promise<JsonObject>
}

export function createSkills({ digest, skillFolders, readResource }: SkillsDeps): Skills {
  let known: {
    readonly listed: readonly ListedSkill[]
    readonly adopted: readonly CatalogSkill[]
  } = {
    ...{ listed: [], adopted: [] },
  }

  return {
    async local() {
      const listed = (await skillFolders?.list()) ?? []
      if (listed !== known.listed && (listed.length > 0 || known.listed.length > 0))
        known = { listed, adopted: adoptSkills(localServer, listed) }
      return known.adopted
    },
    async read(skill, caller) {
      const text =
        skill.server === localServer
          ? await skillFolders?.read(skill.uri)
          : textOf(await readResource(skill.server, skill.uri, caller))
      if (text === undefined) throw goneSkill(skill)
      if (skill.digest !== undefined && digest(text) !== skill.digest) throw otherSkill(skill)
      return sanitizeText(text.slice(0, longestText)).text
    },
  }
}

const longestText = 500_000

function textOf({ contents }: JsonObject): string | undefined {
  const [first] = Array.isArray(contents) ? (contents as unknown[]) : []
  return typeof first === 'object' && first !== null && 'text' in first
    ? String(first.text)
    : undefined
}

function goneSkill({ id }: CatalogSkill): EngineError {
  return new EngineError('tool_not_found', phrase`${id} is no longer there`, {
    hint: 'Search again: the list of skills is read anew.',
    details: { id },
  })
}

function otherSkill({ id, server }: CatalogSkill): EngineError {
  return new EngineError('server_refused', phrase`${id} is not the text that ${server} listed`, {
    hint: phrase`\`tamis gateway doctor\` lists ${server} again; then look at it once more.`,
    details: { id },
  })
}
