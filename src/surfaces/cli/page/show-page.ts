import { fitPage } from './fit-page.ts'
import type { Output } from './output.ts'
import { withHeadings } from './style.ts'

/** A page of help, with its headings and as wide as the terminal. */
export function showPage(output: Output, page: string): void {
  output.result(withHeadings(fitPage(page, process.stdout.columns)))
}
