import { tableRows, walkXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** A Word document as Markdown: headings, lists, tables and paragraphs; what was deleted stays out. */
export function docxText(zip: Zip): string | undefined {
  const body = zip.read('word/document.xml')
  if (body === undefined) return undefined
  const blocks = blocksOf(body, headingLevels(zip.read('word/styles.xml') ?? ''))
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Styles are named in the language of the writer; what each is called inside is always English. */
function headingLevels(styles: string): ReadonlyMap<string, number> {
  const levels = new Map<string, number>()
  let style = ''
  walkXml(styles, {
    open: {
      style: ({ attribute }) => (style = attribute('styleId') ?? ''),
      name({ attribute }) {
        const name = attribute('val') ?? ''
        const level = /^title$/i.test(name) ? '1' : /^heading (\d)$/i.exec(name)?.[1]
        if (level !== undefined) levels.set(style, Number(level))
      },
    },
  })
  return levels
}

interface Paragraph {
  text: string
  level: number
  isItem: boolean
}

function blocksOf(xml: string, levels: ReadonlyMap<string, number>): readonly string[] {
  const blocks: string[] = []
  let paragraph = emptyParagraph()
  let rows: string[][] = []
  let tables = 0
  let isText = false
  let isRepeated = false
  const space = () => (paragraph.text += ' ')
  walkXml(xml, {
    open: {
      p() {
        if (tables === 0) paragraph = emptyParagraph()
        else space()
      },
      pStyle: ({ attribute }) => (paragraph.level = levels.get(attribute('val') ?? '') ?? 0),
      numPr: () => (paragraph.isItem = true),
      t: () => (isText = true),
      tab: space,
      br: space,
      cr: space,
      // What older programs are shown instead says the same again.
      Fallback: () => (isRepeated = true),
      tbl: () => (tables += 1),
      // A table in a cell is a part of its text.
      tr: () => tables === 1 && rows.push([]),
      tc() {
        if (tables === 1) paragraph = emptyParagraph()
      },
    },
    close: {
      p: () => tables === 0 && blocks.push(blockOf(paragraph)),
      t: () => (isText = false),
      Fallback: () => (isRepeated = false),
      tc: () => tables === 1 && rows.at(-1)?.push(paragraph.text),
      tbl() {
        tables -= 1
        if (tables > 0) return
        blocks.push(tableRows(rows))
        rows = []
        paragraph = emptyParagraph()
      },
    },
    text(text) {
      if (isText && !isRepeated) paragraph.text += text
    },
  })
  return blocks
}

function emptyParagraph(): Paragraph {
  return { text: '', level: 0, isItem: false }
}

function blockOf({ text, level, isItem }: Paragraph): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  if (level > 0) return `${'#'.repeat(Math.min(6, level))} ${line}`
  return isItem ? `- ${line}` : line
}
