import { foldedFrames } from '../logs/fold-frames.ts'
import type { LineOf, TextRecord } from './text-record.ts'

/** What was expected and what came, the place that is marked, the exception, its cause. */
const telling =
  /^\s*(?:> |E {2,}\S|[-+] {1,6}["'\w[{(]|\^+|\|?\s*(?:expected|received|actual|got|wanted|found|left|right)\b|\[cause\]|caused by)|^\s*[\w.:$]*(?:Error|Exception|Failure)\b|!==|===|==>|\bpanicked\b/i
/** A place in a file. */
const place = /[\w)\]>-]+\.[a-z]\w{0,4}:\d+|\(\S+:\d+(?::\d+)?\)|line \d+/i

const most = { lines: 10, opening: 2, places: 2 }

/** The lines of a long record that tell most, whatever program wrote it: how it opens, what differs, where. */
export function tellingLines({ headLast, last }: TextRecord, lineOf: LineOf): readonly number[] {
  const found: number[] = []
  const folded = foldedFrames(headLast + 1, last, lineOf)
  let opening = 0
  let told = 0
  let places = 0
  for (let line = headLast + 1; line <= last; line++) {
    const text = lineOf(line).slice(0, 300)
    if (text.trim() === '' || folded.has(line)) continue
    if (opening < most.opening) {
      opening += 1
      found.push(line)
    } else if (told < most.lines && telling.test(text)) {
      told += 1
      found.push(line)
    } else if (places < most.places && place.test(text)) {
      places += 1
      found.push(line)
    }
  }
  return found
}
