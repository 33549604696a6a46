import { type Caller, defaultNamespace } from '../../../ports/caller.ts'
import type { ToolAnnotations } from '../../../ports/store/catalog.ts'
import { mayDestroy } from '../catalog/annotations.ts'

type Effect = 'allow' | 'confirm' | 'deny'

/** One rule: what it is about, and what it says of that. What it does not name, it is about all of. */
export interface PolicyRule {
  readonly servers?: readonly string[] | undefined
  /** A rule that names tools says nothing of prompts and resources. */
  readonly tools?: readonly string[] | undefined
  /** Names of tokens, `NAMESPACE/NAME` for those of other namespaces; never those who bring none. */
  readonly tokens?: readonly string[] | undefined
  readonly effect?: Effect | undefined
  /** Calls of one tool that one caller may make. */
  readonly callsPerMinute?: number | undefined
  readonly maxArgumentChars?: number | undefined
  /** Longer strings of its results are shortened. */
  readonly maxStringChars?: number | undefined
}

/** What a team allows. Each thing is taken from the first rule that fits and names it. */
export interface Policy {
  /** Tools that do not say they are harmless need a confirm too. */
  readonly isStrict: boolean
  readonly rules: readonly PolicyRule[]
  /** Servers whose tools need no confirm, whatever they say of themselves. */
  readonly unconfirmed: ReadonlySet<string>
}

/** A tool, or with no name whatever else a server offers. */
interface Subject {
  readonly server: string
  readonly name?: string | undefined
  readonly annotations?: ToolAnnotations | undefined
  /** Not approved yet: nobody may use it. */
  readonly isWaiting: boolean
}

export interface Verdict {
  readonly effect: Effect
  /** What decided: the lack of an approval, a rule, or what the tool says of itself. */
  readonly by: 'approval' | 'rule' | 'annotations' | 'default'
  readonly why: string
  readonly callsPerMinute?: number
  readonly maxArgumentChars?: number
  readonly maxStringChars?: number
}

/** What one caller may do with one tool or server: the one place where that is decided, whatever the door. */
export function judge(policy: Policy, caller: Caller | undefined, subject: Subject): Verdict {
  const fitting = policy.rules
    .map((rule, index) => ({ rule, number: index + 1 }))
    .filter(({ rule }) => fits(rule, caller, subject))
  return { ...effectOf(policy, caller, subject, fitting), ...limitsOf(fitting) }
}

interface NumberedRule {
  readonly rule: PolicyRule
  readonly number: number
}

function effectOf(
  { isStrict, unconfirmed }: Policy,
  caller: Caller | undefined,
  { server, name, annotations = {}, isWaiting }: Subject,
  fitting: readonly NumberedRule[],
): Pick<Verdict, 'effect' | 'by' | 'why'> {
  if (isWaiting) return { effect: 'deny', by: 'approval', why: 'it waits for approval' }
  const decisive = fitting.find(({ rule }) => rule.effect !== undefined)
  if (decisive?.rule.effect !== undefined)
    return {
      effect: decisive.rule.effect,
      by: 'rule',
      why: `rule ${decisive.number} of gateway.rules says ${decisive.rule.effect}${caller ? ` to ${caller.name}` : ''}`,
    }
  if (name === undefined || unconfirmed.has(server))
    return { effect: 'allow', by: 'default', why: 'no rule says otherwise' }
  const saysSo = annotations.isDestructive === true && annotations.isReadOnly !== true
  if (saysSo) return { effect: 'confirm', by: 'annotations', why: 'it says that it may destroy' }
  if (isStrict && mayDestroy(annotations))
    return {
      effect: 'confirm',
      by: 'annotations',
      why: 'it does not say that it destroys nothing, and gateway.strict is on',
    }
  return { effect: 'allow', by: 'default', why: 'no rule says otherwise' }
}

const limits = ['callsPerMinute', 'maxArgumentChars', 'maxStringChars'] as const

function limitsOf(
  fitting: readonly NumberedRule[],
): Pick<Verdict, 'callsPerMinute' | 'maxArgumentChars' | 'maxStringChars'> {
  return Object.fromEntries(
    limits.flatMap((name) => {
      const value = fitting.find(({ rule }) => rule[name] !== undefined)?.rule[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function fits(
  { servers, tools, tokens }: PolicyRule,
  caller: Caller | undefined,
  { server, name }: Subject,
): boolean {
  if (servers && !servers.some((pattern) => matchesGlob(pattern, server))) return false
  if (tools && !(name !== undefined && tools.some((pattern) => matchesGlob(pattern, name))))
    return false
  if (!tokens) return true
  return caller !== undefined && tokens.some((pattern) => matchesGlob(pattern, tokenName(caller)))
}

/** Whoever makes tokens in one namespace must not take a name that is trusted in another. */
function tokenName({ name, namespace }: Caller): string {
  return namespace === defaultNamespace ? name : `${namespace}/${name}`
}

/**
 * Whether a text fits a pattern in which `*` stands for any characters but `/`. A pattern that is
 * `*` alone fits every text. Takes time in proportion to the product of both lengths at most.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  if (pattern === '*') return true
  let [at, star, taken, read] = [0, -1, 0, 0]
  while (read < text.length) {
    if (pattern[at] === '*') {
      star = at++
      taken = read
    } else if (at < pattern.length && pattern[at] === text[read]) {
      at++
      read++
    } else if (star >= 0 && text[taken] !== '/') {
      at = star + 1
      read = ++taken
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
