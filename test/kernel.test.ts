import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compiledKernel, kernelFile } from '../scripts/kernel.ts'

test('the module of the vector scan is what its source compiles to', async () => {
  expect(readFileSync(kernelFile, 'utf8')).toBe(await compiledKernel())
})
