import type { MarkdownSource } from '../../../ports/store/memories.ts'
import { bounds } from './bounds.ts'
import { type Checked, check, type WatchNote, watchNote } from './records.ts'

/** Reads one watch note; the title may come from its first heading, the summary from its text. */
export function readWatchNote(source: MarkdownSource): Checked<WatchNote> {
  if (source.kind === 'unreadable') return { kind: 'rejected', reason: source.reason }
  const { header, path } = source
  if (header.kind === 'none') return { kind: 'rejected', reason: 'no frontmatter' }
  if (header.kind === 'invalid') return { kind: 'rejected', reason: header.reason }
  const fields =
    typeof header.fields === 'object' && header.fields !== null
      ? (header.fields as Readonly<Record<string, unknown>>)
      : {}
  return check(watchNote, {
    path,
    title: fields.title ?? firstHeading(header.body),
    date: fields.date,
    verdict_veille: fields.verdict_veille,
    impact_pv: fields.impact_pv,
    summary: fields.summary ?? summaryOf(header.body),
    tags: fields.tags ?? [],
  })
}

/** The first paragraph under `## Résumé` (or `## Summary`), or the first 400 characters. */
export function summaryOf(body: string): string {
  const section =
    /^##[ \t]+(?:résumé|resume|summary)[ \t]*\r?\n([\s\S]*?)(?=^#{1,6}[ \t]|$(?![\s\S]))/imu.exec(
      body.normalize('NFC'),
    )
  const paragraph = section?.[1]
    ?.trim()
    .split(/\r?\n[ \t]*\r?\n/)[0]
    ?.trim()
  if (paragraph !== undefined && paragraph !== '') return paragraph
  return [...body.trim()].slice(0, bounds.summaryFallbackChars).join('')
}

function firstHeading(body: string): string | undefined {
  return /^#[ \t]+(.+?)[ \t]*$/m.exec(body)?.[1]
}
