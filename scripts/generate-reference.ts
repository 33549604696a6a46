// Writes docs/reference from the operations, commands, settings and error codes, and the pages of the clients.
import { mkdirSync, writeFileSync } from 'node:fs'
import { clientPages } from './clients/client-pages.ts'
import { commandList, commandListFile } from './command-list.ts'
import { referencePages } from './reference-pages.ts'

mkdirSync('docs/reference', { recursive: true })
mkdirSync('docs/guides/clients', { recursive: true })
for (const [file, page] of referencePages()) writeFileSync(`docs/reference/${file}`, page)
for (const [file, page] of clientPages()) writeFileSync(file, page)
writeFileSync(commandListFile, commandList())
