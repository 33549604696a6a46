import { expect, test } from 'vitest'
import type { Documents } from './documents.ts'

/** Expressions in the syntax of a database's own index. */
interface RawExpressions {
  readonly whole: string
  readonly broken: readonly string[]
}

/** What databases must refuse in words instead of finding nothing, or failing in their own. */
export function documentsRefusals(
  open: () => Promise<Documents>,
  { whole, broken }: RawExpressions,
): void {
  const match = async (raw: string) => {
    const query = { index: 'words', any: [], phrases: [], none: [], raw } as const
    return (await open()).match({ ...query, filter: {}, limit: 5 })
  }

  test('takes an expression of the index as it is', async () => {
    expect(await match(whole)).toEqual([])
  })

  test.each(broken)('refuses the broken expression %s', async (raw) => {
    await expect(match(raw)).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('refuses to compare vectors of another length, and embeds anew after a drop', async () => {
    const documents = await open()
    await documents.putVectors('m', [{ digest: 'd', vector: Float32Array.of(1, 0) }])
    const query = { model: 'm', vector: Float32Array.of(1, 0, 0), filter: {}, limit: 1 }
    await expect(documents.nearest(query)).rejects.toMatchObject({
      code: 'vector_dimensions_differ',
      hint: expect.stringContaining('--reembed'),
    })
    await documents.dropVectors('m')
    await documents.putVectors('m', [{ digest: 'd', vector: Float32Array.of(1, 0, 0) }])
    expect(await documents.nearest(query)).toEqual([])
    expect(await documents.usage('m')).toMatchObject({ vectors: 1 })
  })
}
