// Writes docs/reference from the operations, commands, settings and error codes.
import { mkdirSync, writeFileSync } from 'node:fs'
import { referencePages } from './reference-pages.ts'

mkdirSync('docs/reference', { recursive: true })
for (const [file, page] of referencePages()) writeFileSync(`docs/reference/${file}`, page)
