/** The text inside a document, by the readers of ingest; `undefined` when it is damaged. */
export async function documentText(
  kind: 'pdf' | 'html' | 'notebook',
  bytes: Buffer,
): Promise<string | undefined> {
  if (kind === 'pdf') {
    const { pdfText } = await import('../adapters/files/pdf.ts')
    const read = await pdfText(new Uint8Array(bytes))
    return typeof read === 'string' ? undefined : read.text.replaceAll('\f', '\n')
  }
  const text = bytes.toString('utf8')
  if (kind === 'html') {
    const { stripHtml } = await import('../adapters/files/html.ts')
    return stripHtml(text)
  }
  const { notebookText } = await import('../adapters/files/notebook.ts')
  return notebookText(text)
}
