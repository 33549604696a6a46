// Compiles the WebAssembly source of the vector scan into the module that ships, as text in a TypeScript file.
import { writeFileSync } from 'node:fs'
import { compiledKernel, kernelFile } from './kernel.ts'

writeFileSync(kernelFile, await compiledKernel())
