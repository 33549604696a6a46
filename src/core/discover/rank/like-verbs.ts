import { stem } from '../../text/stem.ts'

/** Verbs, and nouns made of them, that ask for the same of a tool: who says one may mean a tool named by another. */
const circles = [
  'save store write export record',
  'get fetch retrieve show view read display obtain give',
  'find search lookup locate discover seek',
  'create make generate add new build produce compose',
  'delete remove erase cancel clear',
  'update modify change edit adjust set',
  'send mail deliver post share',
  'list browse enumerate',
  'convert transform translate turn',
  'check verify validate test confirm',
  'calculate compute evaluate count',
  'book reserve schedule',
  'buy purchase order',
  'recommend suggest propose advise',
  'analyze examine inspect review study',
  'draw plot chart graph visualize diagram',
  'summarize summary digest',
  'describe explain',
  'compare diff difference',
  'start launch run execute open',
  'stop close end quit',
  'join merge combine',
].map((circle) => circle.split(' ').map((verb) => stem(verb, 'en')))

const circlesOf = new Map<string, readonly string[]>()
for (const circle of circles)
  for (const verb of circle) circlesOf.set(verb, [...(circlesOf.get(verb) ?? []), ...circle])

/** The stems of other verbs that may be meant where this stem is said. */
export function likeVerbs(term: string): readonly string[] {
  return (circlesOf.get(term) ?? []).filter((verb) => verb !== term)
}
