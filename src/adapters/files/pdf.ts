/** A PDF as text: its pages separated by form feeds, so that page numbers survive. */
export interface PdfText {
  readonly text: string
  readonly title?: string
}

/** `undefined` for a file that is damaged, encrypted or no PDF at all. The reader loads on first use. */
export async function pdfText(bytes: Uint8Array): Promise<PdfText | undefined> {
  const { extractText, getDocumentProxy, getMeta } = await import('unpdf')
  try {
    const document = await getDocumentProxy(bytes)
    const { text } = await extractText(document, { mergePages: false })
    const { info } = await getMeta(document)
    const title: unknown = info.Title
    const name = typeof title === 'string' ? title.trim() : ''
    return { text: text.join('\n\f'), ...(name === '' ? {} : { title: name }) }
  } catch {
    return undefined
  }
}
