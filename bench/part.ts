// One benchmark in a process of its own: `node bench/part.ts prune`. `bench/run.ts` starts them.

import { parts } from './parts.ts'

const [name = ''] = process.argv.slice(2)
const part = Object.hasOwn(parts, name) ? parts[name] : undefined
if (part === undefined) throw new Error(`no benchmark named ${name}`)
await (await part()).bench()
