/** A line of a text, as far as it is a turn of a conversation. */
interface Turn {
  /** Which text it is a line of. */
  readonly owner: number
  /** In lower case; absent where the line does not begin with a name. */
  readonly speaker: string | undefined
  readonly isQuestion: boolean
}

/** `Ada: …`, `8 May 2023 Ada: …`, `Ada Lovelace (8 May 2023): …`. */
const opening =
  /^(?:[\d\p{L}:,. ]{0,40}\d{4}\)?,? )?(\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?)(?: \([^)]{0,40}\))?: /u

/**
 * What is asked about a person was mostly said by that person, and what answers a question stands in
 * the turn after it. Of one set, conversation by conversation left out; see docs/decisions/0007.
 */
const speakerBonus = 0.2
const answerShare = 0.2

/** The turns of one text; lines of prose have no speaker. */
export function turnsOf(lines: readonly string[], owner: number): readonly Turn[] {
  return lines.map((line) => ({
    owner,
    speaker: opening.exec(line)?.[1]?.toLowerCase(),
    isQuestion: line.includes('?'),
  }))
}

/** A line without who says it and when. */
export function saidIn(line: string): string {
  return line.replace(opening, '')
}

/** Scores in 0..1 with the links between turns counted; texts that are no conversation keep theirs. */
export function linkTurns(
  scores: Float64Array,
  turns: readonly Turn[],
  query: string,
): Float64Array {
  const speakers = new Set(turns.flatMap(({ speaker }) => speaker ?? []))
  if (speakers.size < 2) return scores
  const asked = new Set(query.toLowerCase().match(/\p{L}+/gu))
  const named = [...speakers].filter((speaker) =>
    speaker.split(' ').every((part) => asked.has(part)),
  )
  const about = named.length === 1 ? named[0] : undefined
  const spoken = scores.map((score, at) =>
    about !== undefined && turns[at]?.speaker === about ? score * (1 + speakerBonus) : score,
  )
  const linked = spoken.map((score, at) =>
    answers(turns, at) ? score + answerShare * (spoken[at - 1] ?? 0) : score,
  )
  const most = linked.reduce((highest, score) => Math.max(highest, score), 1)
  return linked.map((score) => score / most)
}

function answers(turns: readonly Turn[], at: number): boolean {
  const [before, turn] = [turns[at - 1], turns[at]]
  if (!before?.isQuestion || before.owner !== turn?.owner) return false
  return turn.speaker !== undefined && turn.speaker !== before.speaker
}
