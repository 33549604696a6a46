import { walkXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** The parts that one part of an Office file refers to. */
interface Relation {
  readonly id: string
  readonly type: string
  /** A name in the archive. */
  readonly target: string
}

/** What the part of this name refers to, in the order of the file. */
export function relationsOf(zip: Zip, part: string): readonly Relation[] {
  const cut = part.lastIndexOf('/') + 1
  const folder = part.slice(0, cut)
  const xml = zip.read(`${folder}_rels/${part.slice(cut)}.rels`) ?? ''
  const relations: Relation[] = []
  walkXml(xml, {
    open: {
      Relationship({ attribute }) {
        const target = resolved(folder, attribute('Target') ?? '')
        relations.push({ id: attribute('Id') ?? '', type: attribute('Type') ?? '', target })
      },
    },
  })
  return relations
}

function resolved(folder: string, target: string): string {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter(Boolean)
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}
