import type { CallEntry } from '../../wire/conversation.ts'
import { commandOf } from '../entry/output/output-kind.ts'
import { programsOf } from '../entry/output/shell-words.ts'
import type { ResultFacts } from '../facts/result-facts.ts'
import type { Observation } from '../facts/turns.ts'

/** Long commands are somebody's script, of which only a part is read. */
const longestCommand = 500

/**
 * What tells a run by what it ran, whatever its output went through: `npm test 2>&1 | tail -5` is
 * `npm test` again. Other calls are told by their tool and arguments.
 */
export function runKeys(facts: ResultFacts): (observation: Observation) => string {
  return (observation) => {
    const { call, tool } = observation
    const programs = known.get(call) ?? programsIn(call)
    known.set(call, programs)
    return programs === '' ? facts.callKey(observation) : `${tool} ${programs}`
  }
}

/** For the same call it is the same. */
const known = new WeakMap<CallEntry, string>()

function programsIn({ input }: CallEntry): string {
  const command = commandOf(input)
  if (command === undefined || command.length > longestCommand) return ''
  const programs = programsOf(command)
  return programs.length === 0 ? '' : JSON.stringify(programs)
}
