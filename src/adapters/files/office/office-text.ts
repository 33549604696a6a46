import { docxText } from './docx.ts'
import { pptxText } from './pptx.ts'
import { xlsxText } from './xlsx.ts'
import { walkXml } from './xml.ts'
import { openZip, UnreadableZip, type Zip } from './zip.ts'

/** Formats of Office that are archives of XML. */
export const officeReaders: Readonly<Record<string, (zip: Zip) => string | undefined>> = {
  docx: docxText,
  pptx: pptxText,
  xlsx: xlsxText,
}

/** A small archive can unfold into gigabytes. */
const maxInflatedBytes = 32 * 1024 * 1024

/** The text of an Office file as Markdown, and the title it gives itself; or why it has none for us. */
export function officeText(
  bytes: Buffer,
  extension: string,
): { readonly text: string; readonly title?: string } | 'damaged' | 'too_large' {
  try {
    const zip = openZip(bytes, maxInflatedBytes)
    const text = officeReaders[extension]?.(zip)
    if (text === undefined) return 'damaged'
    const title = titleOf(zip.read('docProps/core.xml') ?? '')
    return { text, ...(title === '' ? {} : { title }) }
  } catch (error) {
    if (error instanceof UnreadableZip) return error.reason
    throw error
  }
}

function titleOf(properties: string): string {
  let title = ''
  let isTitle = false
  walkXml(properties, {
    open: { title: () => (isTitle = true) },
    close: { title: () => (isTitle = false) },
    text(text) {
      if (isTitle) title += text
    },
  })
  return title.replace(/\s+/g, ' ').trim()
}
