import type { DocumentKind } from '../../../ports/store/document-rows.ts'
import { codeSections, type Definition, definitionsByKeyword } from './code.ts'
import { markdownSections } from './markdown.ts'
import { keySections, orgSections, pageSections, rstSections } from './outlined.ts'
import type { Section } from './section.ts'

export interface Sectioned {
  readonly kind: DocumentKind
  /** Lower case, without a dot; empty when the text has no file. */
  readonly extension: string
  readonly text: string
  /** From a syntax tree, where a grammar knows the language. */
  readonly definitions?: readonly Definition[]
}

/** The sections of a text by its kind; the only place that knows which chunker cuts what. */
export function sectionsOf({ kind, extension, text, definitions }: Sectioned): readonly Section[] {
  if (kind === 'code') return codeSections(text, definitions ?? definitionsByKeyword(text))
  if (kind === 'pdf') return pageSections(text)
  if (kind === 'structured') return keySections(text)
  if (extension === 'org') return orgSections(text)
  if (extension === 'rst') return rstSections(text)
  return markdownSections(text)
}
