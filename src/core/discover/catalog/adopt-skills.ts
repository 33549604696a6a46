import type { CatalogSkill } from '../../../ports/store/catalog.ts'
import type { ListedSkill } from '../../../ports/tool-server.ts'
import { sanitizeText } from './sanitize.ts'

const mostSkills = 1000
const mostFiles = 200
const longestName = 200
const longestDescription = 4000

/** What the catalog keeps of the skills that a server or a folder lists; of two with one address the first. */
export function adoptSkills(
  server: string,
  listed: readonly ListedSkill[],
): readonly CatalogSkill[] {
  const adopted = new Map<string, CatalogSkill>()
  for (const skill of listed.slice(0, mostSkills)) {
    const id = `skill:${server}:${pathOf(skill.uri)}`
    if (adopted.has(id) || !visible.test(id) || id.length > longestName) continue
    adopted.set(id, {
      ...{ id, server, uri: skill.uri },
      name: sanitizeText(skill.name.slice(0, longestName)).text,
      description: sanitizeText(skill.description.slice(0, longestDescription)).text,
      ...(skill.digest === undefined ? {} : { digest: skill.digest }),
      files: skill.files.filter((file) => file !== skill.uri).slice(0, mostFiles),
    })
  }
  return [...adopted.values()]
}

/** Nothing that breaks a line, hides or commands a terminal. */
const visible = /^(?:[^\p{C}\p{Z}]| )+$/u

/** `skill://acme/billing/refunds/SKILL.md` is `acme/billing/refunds`: names alone may collide. */
function pathOf(uri: string): string {
  return uri.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/\/SKILL\.md$/, '')
}
