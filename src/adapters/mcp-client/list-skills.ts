import type { Client } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { ListedSkill, ServerListing } from '../../ports/tool-server.ts'
import type { RequestOptions } from './open-client.ts'
import { messageOf } from './unavailable.ts'

/** SEP-2640, final since 2026-09-13: modelcontextprotocol.io/extensions/skills, read 2026-11-18. */
const extension = 'io.modelcontextprotocol/skills'

const listing = z.looseObject({
  skills: z.array(
    z.looseObject({
      uri: z.string(),
      frontmatter: z.looseObject({ name: z.string(), description: z.string() }),
      resources: z.array(z.looseObject({ uri: z.string(), digest: z.string() })).optional(),
    }),
  ),
  nextCursor: z.string().optional(),
})

/** As drafts of the extension had it, in a resource. */
const index = z.looseObject({
  skills: z.array(z.looseObject({ name: z.string(), description: z.string(), url: z.string() })),
})

const contents = z.looseObject({ contents: z.array(z.looseObject({ text: z.string() })).min(1) })

const mostPages = 20

/**
 * The skills a server offers; none where it says nothing of them. Where it says that it has some and
 * they cannot be listed, why: its tools are there all the same.
 */
export async function listSkills(
  client: Client,
  options: RequestOptions,
): Promise<Pick<ServerListing, 'skills' | 'skillsProblem'>> {
  const capabilities = client.getServerCapabilities()
  if (capabilities?.extensions?.[extension] !== undefined)
    return fromList(client, options).then(toListing, (error: unknown) => ({
      skillsProblem: messageOf(error),
    }))
  return capabilities?.resources === undefined ? {} : toListing(await fromIndex(client, options))
}

function toListing(skills: readonly ListedSkill[]): Pick<ServerListing, 'skills'> {
  return skills.length > 0 ? { skills } : {}
}

async function fromList(client: Client, options: RequestOptions): Promise<readonly ListedSkill[]> {
  const skills: ListedSkill[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const answer = await client.request({ method: 'skills/list', params }, listing, options)
    skills.push(
      ...answer.skills.map(({ uri, frontmatter: { name, description }, resources = [] }) => {
        const own = resources.find((one) => one.uri === uri)?.digest.replace(/^sha256:/, '')
        const files = resources.map((one) => one.uri)
        return { name, description, uri, files, ...(own === undefined ? {} : { digest: own }) }
      }),
    )
    cursor = answer.nextCursor
    if (cursor === undefined) break
  }
  return skills
}

async function fromIndex(client: Client, options: RequestOptions): Promise<readonly ListedSkill[]> {
  const asked = { method: 'resources/read', params: { uri: 'skill://index.json' } }
  const answer = await client.request(asked, contents, options).catch(() => undefined)
  const found = index.safeParse(parsed(answer?.contents[0]?.text ?? '')).data
  return (found?.skills ?? []).map(({ name, description, url }) => ({
    ...{ name, description, uri: url, files: [] },
  }))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
