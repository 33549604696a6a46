import { stem } from '../../text/stem.ts'

/** Words that questions and the output of programs use for the same things, a group between two bars. */
const groups = `
  big large huge size bytes length weight|small tiny size|max maximum most limit highest upper cap ceiling
  min minimum least lowest|count number total amount|total all overall altogether summary sum
  average mean avg|percent percentage ratio share rate pct|time duration elapsed took second ms latency long
  slow latency time duration|fast quick speed|memory mem ram heap rss|cpu processor core
  disk drive volume filesystem partition storage|free available avail left remaining unused
  full used usage utilization capacity|old older age oldest modified|new newer newest latest recent
  start begin launch boot init|stop end exit finish terminate kill halt abort|last latest previous final
  expire expiry valid until validity after|date time timestamp|schedule cron timer interval
  wait pending block queue|timeout deadline|retry again attempt tried|crash panic abort segfault kill
  error fail failure problem wrong mistake fault broken|warning warn caution|fix correct repair
  missing absent lost found undefined unresolved|exist define present|broken dead invalid corrupt
  invalid malformed illegal bad syntax|damage corrupt bad incorrect|refuse deny reject forbid disallow
  permission access right allow deny privilege grant|unused never dead unreferenced useless
  unreachable never dead|typo misspell spelling misspelt unknown|deprecate obsolete outdated
  duplicate twice double redefinition already same repeat|conflict clash collide|overflow exceed over
  null nil none undefined nullptr|leak lost|deadlock block wait lock|mount filesystem volume
  unsafe danger dangerous risk insecure security vulnerability injection cve
  severe serious severity critical high fatal|undefined unknown unresolved undeclared unbound
  folder directory dir|picture image img photo alt|link url href anchor|page html
  password passphrase passwd encrypt secret credential|secret credential key token password env private
  user account login owner|author committer|owner uid|group gid|machine host server node computer
  network net interface|address ip addr inet|port listen socket bind|connect connection session
  packet forward route gateway|process pid proc task|thread tid|program command executable binary exec
  library lib shared|package module crate gem|depend dependency require need|database db sql
  query select sql statement|column field|index key|row record|environment env getenv variable
  setting config configuration option conf|version release|character charset encoding char
  language locale lang|text string|number integer int numeric float arithmetic
  function method procedure routine|variable name identifier symbol|class type struct
  argument parameter param arg|import include require load|compile build make|download fetch get pull
  upload push put send|send transmit tx|receive recv rx|delete remove rm drop unlink|add create insert
  change modify update edit diff|move rename|copy clone|read get open load|write save store put
  log journal|cache buffer|evict throw discard drop|miss absent|backup archive snapshot|restore recover
  compress zip gzip deflate pack|encrypt cipher tls ssl crypt|certificate cert|sign signature issuer
  test spec check|assertion assert expected|pass ok success succeed|skip ignore|cover coverage
  enable on active true yes|disable off inactive false no|running up active alive
  exclude leave ignore omit skip without except|verify check validate|search look find lookup
  replace substitute|allow permit enable accept|lock mutex|commit revision changeset hash
  request http call|response reply answer|status state code|redirect location
  bandwidth rate throughput speed|mail email smtp|name call label title|root admin superuser
  kernel os system|hash checksum digest sha|container docker pod|replica copy instance|price cost
  colour color|comment documentation docstring doc|space whitespace indentation blank|style format lint
  swap paging|blind alt accessibility aria|readonly ro|service unit daemon|dns nameserver resolver
  frequency mhz ghz clock|architecture arch|width height resolution dimension|temperature temp celsius
  primary master leader|replica slave standby follower secondary|lag delay behind|firewall rule policy
  upstream backend proxy|type mismatch incompatible|signal sigkill sigsegv|vendor manufacturer`

/** Longer goals are told by their own words. */
const mostTerms = 40
const shortest = 3

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** The stems that mean nearly the same as each stem. */
function relatedStems(): ReadonlyMap<string, ReadonlySet<string>> {
  if (known !== undefined) return known
  const related = new Map<string, Set<string>>()
  for (const group of groups.split(/[|\n]/)) {
    const stems = group
      .trim()
      .split(/\s+/)
      .map((word) => stem(word, 'en'))
    for (const one of stems) {
      const others = related.get(one) ?? new Set()
      for (const other of stems) if (other !== one) others.add(other)
      related.set(one, others)
    }
  }
  known = related
  return related
}

/** Whether a stem is one of the words that programs and questions use for many things. */
export function isCommon(term: string): boolean {
  return relatedStems().has(term)
}

/**
 * Tells which terms of a goal a word of a text is near to without being one of them: a word for the
 * same thing, one that is short for it, or one that it is a part of (`maxbytes` has `bytes`).
 */
export function relatedReader(terms: readonly string[]): (word: string) => readonly number[] {
  if (terms.length > mostTerms) return () => []
  const related = relatedStems()
  const near = terms.map((term) => related.get(term))
  return (word) => {
    if (word.length < shortest) return []
    const root = stem(word, 'en')
    const found: number[] = []
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? ''
      if (root !== term && (near[at]?.has(root) === true || isPartOf(word, term))) found.push(at)
    }
    return found
  }
}

/** Whether one is the other with two letters or more before or after it. */
function isPartOf(word: string, term: string): boolean {
  if (word.length >= term.length + 2)
    return term.length >= shortest && (word.startsWith(term) || word.endsWith(term))
  return term.length >= word.length + 2 && term.startsWith(word)
}
