import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

const rows = join(import.meta.dirname, '../src/adapters/rows')
const source = join(rows, 'code-products.wat')

export const kernelFile = join(rows, 'code-products.generated.ts')

/** The generated file as its source wants it. */
export async function compiledKernel(): Promise<string> {
  const { parseWat } = await wabt()
  const module = parseWat('code-products.wat', readFileSync(source, 'utf8'), { simd: true })
  const { buffer } = module.toBinary({})
  module.destroy()
  return `/** code-products.wat, compiled by \`npm run kernel\`, in base64. */
export const codeProductsModule =
  '${Buffer.from(buffer).toString('base64')}'
`
}
