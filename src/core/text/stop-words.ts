import { foldText } from './fold.ts'

/** Languages whose stop words and endings we know. */
export type Language = 'en' | 'fr'

const english = new Set(
  `a about above after again all also am an and any are as at be because been before being below
  between both but by can cannot could did do does doing don down during each few for from further
  had has have having he her here hers him his how however i if in into is it its itself just let me
  more most my no nor not now of off on once only or other our ours out over own per please same she
  should so some such than that the their them then there these they this those through to too under
  until up us very was we were what when where whether which while who whom whose why will with
  would you your yours`.split(/\s+/),
)

const french = new Set(
  foldText(
    `à afin ai ainsi alors après as au aucun aussi autre aux avant avec avez avoir avons car ce ceci
    cela celle celles celui ces cet cette ceux chaque chez ci comme comment contre d dans de depuis
    des dès donc dont du elle elles en encore entre es est et étaient était étant été être eu eux
    fait faire font ici il ils j je jusque l la laquelle le lequel les lesquels leur leurs lors lorsque
    lui m ma mais me même mes moi moins mon n ne ni nos notre nous on ont ou où par parce pas pendant
    peu peut plus pour pourquoi quand que quel quelle quelles quels qui quoi s sa sans se sera ses si
    son sont sous sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos votre vous
    y`,
  ).split(/\s+/),
)

const both = new Set([...english, ...french])

/** True for words that say nothing about a subject, in English or French; takes a folded term. */
export function isStopWord(term: string, language?: Language): boolean {
  if (language === undefined) return both.has(term)
  return language === 'fr' ? french.has(term) : english.has(term)
}

/** English unless French stop words are the more frequent; meant for goals and questions. */
export function detectLanguage(text: string): Language {
  let balance = 0
  for (const word of foldText(text).match(/[a-z]+/g) ?? []) {
    if (french.has(word) && !english.has(word)) balance += 1
    if (english.has(word) && !french.has(word)) balance -= 1
  }
  return balance > 0 ? 'fr' : 'en'
}
