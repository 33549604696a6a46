import type { Say } from '../../core/text/say.ts'
import type { IngestResult } from '../../engine.ts'
import { counted, phrase, type Sentence } from '../../phrase.ts'

type SkipReason = IngestResult['skipped'][number]['skipped']

const words: readonly (readonly [SkipReason, (count: number) => Sentence])[] = [
  ['secret', (count) => phrase`${count} with secrets`],
  ['ignored', (count) => phrase`${count} ignored`],
  ['binary', (count) => phrase`${count} binary`],
  ['generated', (count) => phrase`${count} generated`],
  ['too_large', (count) => phrase`${count} too large`],
  ['link', (count) => counted(count, '{} link', '{} links')],
  ['special', (count) => counted(count, '{} special file', '{} special files')],
  ['unreadable', (count) => phrase`${count} unreadable`],
  ['damaged', (count) => phrase`${count} damaged`],
  ['outside_root', (count) => phrase`${count} outside the allowed folders`],
  ['missing', (count) => phrase`${count} missing`],
]

/** How many files were passed over, by the reason: `4 with secrets`. */
export function passedOver(
  counts: Readonly<Partial<Record<SkipReason, number>>>,
  say: Say,
): readonly string[] {
  return words.flatMap(([reason, told]) => {
    const count = counts[reason]
    return count === undefined ? [] : [say(told(count))]
  })
}
