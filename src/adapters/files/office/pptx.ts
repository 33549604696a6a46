import { relationsOf } from './relations.ts'
import { walkXml } from './xml.ts'
import type { Zip } from './zip.ts'

const main = 'ppt/presentation.xml'

/** A presentation as Markdown: one section a slide, in the order they are shown, with the speaker's notes. */
export function pptxText(zip: Zip): string | undefined {
  const presentation = zip.read(main)
  if (presentation === undefined) return undefined
  const targets = new Map(relationsOf(zip, main).map(({ id, target }) => [id, target]))
  const slides: string[] = []
  walkXml(presentation, {
    open: {
      sldId({ attribute }) {
        // `id` without a prefix is another number.
        const target = targets.get(attribute('id', 'r') ?? '')
        if (target !== undefined) slides.push(slideText(zip, target, slides.length + 1))
      },
    },
  })
  return `${slides.join('\n\n')}\n`
}

function slideText(zip: Zip, part: string, number: number): string {
  const { title, lines } = shapesOf(zip.read(part) ?? '')
  const notes = relationsOf(zip, part).find(({ type }) => type.endsWith('/notesSlide'))
  const spoken = notes ? shapesOf(zip.read(notes.target) ?? '').lines : []
  return [
    `# Slide ${number}${title === '' ? '' : `: ${title}`}`,
    ...lines,
    ...(spoken.length > 0 ? [`Notes: ${spoken.join(' ')}`] : []),
  ].join('\n\n')
}

interface Shapes {
  readonly title: string
  readonly lines: readonly string[]
}

/** Numbers of slides, dates and the like, which say nothing of what the slide says. */
const furniture = /^(?:sldNum|dt|ftr|hdr|sldImg)$/
const titlePlace = /^(?:title|ctrTitle)$/

function shapesOf(xml: string): Shapes {
  const found: { readonly place: string; readonly line: string }[] = []
  let place = ''
  let line = ''
  let isText = false
  const elsewhere = () => (place = '')
  walkXml(xml, {
    open: {
      sp: elsewhere,
      graphicFrame: elsewhere,
      ph: ({ attribute }) => (place = attribute('type') ?? ''),
      p: () => (line = ''),
      br: () => (line += ' '),
      t: () => (isText = true),
    },
    close: {
      t: () => (isText = false),
      p: () => found.push({ place, line: line.replace(/\s+/g, ' ').trim() }),
    },
    text(text) {
      if (isText) line += text
    },
  })
  const said = found.filter((one) => one.line !== '' && !furniture.test(one.place))
  const linesAt = (isTitle: boolean): readonly string[] =>
    said.filter((one) => titlePlace.test(one.place) === isTitle).map((one) => one.line)
  return { title: linesAt(true).join(' '), lines: linesAt(false) }
}
