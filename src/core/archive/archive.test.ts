import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { fillKept, openKept } from '../../../test/support/kept-stage.ts'
import { readLines, writeLines } from '../../adapters/archive-file/lines.ts'
import { digest } from '../../adapters/node/digest.ts'
import { restoreArchive, verifyArchive, writeArchive } from './archive.ts'
import type { Kept } from './parts.ts'
import { tallyStore } from './tally.ts'

const note = { file: 'notes/a.md', content: Buffer.from('héllo').toString('base64') }

async function archived(kept: Kept): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'tamis-archive-')), 'backup.gz')
  const head = { version: '1', madeAt: '2026-01-01' }
  await writeLines(path, writeArchive(kept, [note], head, digest))
  return path
}

test('gives back every row and file', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 250)
  const path = await archived(from)
  await verifyArchive(readLines(path), digest)
  const files: string[] = []
  await restoreArchive(
    readLines(path),
    to,
    digest,
    ({ content }) => files.push(Buffer.from(content, 'base64').toString()),
    () => undefined,
  )
  expect(await tallyStore(to, digest)).toEqual(await tallyStore(from, digest))
  expect(files).toEqual(['héllo'])
})

test('refuses an archive that is cut, changed, or something else', async () => {
  const kept = openKept()
  await fillKept(kept, 20)
  const path = await archived(kept)
  const whole = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const verify = (lines: readonly string[]) => {
    writeFileSync(path, gzipSync(`${lines.join('\n')}\n`))
    return verifyArchive(readLines(path), digest)
  }
  const invalid = { code: 'archive_invalid' }
  await expect(verify(whole.slice(0, -1))).rejects.toMatchObject(invalid)
  await expect(verify(whole.toSpliced(5, 1))).rejects.toMatchObject(invalid)
  const changed = whole.map((line) => line.replace('Turnips number 3', 'Turnips number 4'))
  await expect(verify(changed)).rejects.toMatchObject(invalid)
  await expect(verify(['{"some":"json"}'])).rejects.toMatchObject(invalid)
  await expect(verify(['not json'])).rejects.toMatchObject(invalid)
  await expect(verify(whole)).resolves.toBeDefined()
  truncateSync(path, 200)
  await expect(verifyArchive(readLines(path), digest)).rejects.toMatchObject(invalid)
  const absent = verifyArchive(readLines(`${path}.gone`), digest)
  await expect(absent).rejects.toMatchObject({ code: 'io_error' })
})

test('restores an archive of before what was sent was in it', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 5)
  const path = await archived(from)
  const whole = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const end = JSON.parse(whole.at(-1) ?? '')
  const { sent: _, ...counted } = end.end
  const older = whole.slice(0, -1).filter((line) => !line.startsWith('{"part":"sent"'))
  const lines = [...older, JSON.stringify({ ...end, end: counted })]
  writeFileSync(path, gzipSync(`${lines.join('\n')}\n`))
  await verifyArchive(readLines(path), digest)
  const nothing = () => undefined
  const found = await restoreArchive(readLines(path), to, digest, nothing, nothing)
  expect([found.sent.rows, found.originals.rows]).toEqual([0, 5])
})

test('says when what was restored is not what the archive holds', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 5)
  const path = await archived(from)
  const losing: Kept = {
    ...to,
    store: { ...to.store, ledger: { ...to.store.ledger, append: async () => undefined } },
  }
  const nothing = () => undefined
  await expect(
    restoreArchive(readLines(path), losing, digest, nothing, nothing),
  ).rejects.toMatchObject({ code: 'archive_invalid', message: expect.stringContaining('differs') })
})

test('an archive whose rows nobody could have written is refused with its code', async () => {
  const [from, to] = [openKept(), openKept()]
  await fillKept(from, 2)
  const path = await archived(from)
  const whole = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')
  const odd = ['{"part":"originals","row":{}}', '{"part":"documents","row":{"record":7}}']
  for (const line of odd) {
    writeFileSync(path, gzipSync(`${whole.toSpliced(1, 0, line).join('\n')}\n`))
    const nothing = () => undefined
    await expect(
      restoreArchive(readLines(path), to, digest, nothing, nothing),
    ).rejects.toMatchObject({ code: 'archive_invalid' })
  }
})

test('a line that unfolds without end is not read to its end', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'tamis-archive-')), 'bomb.gz')
  writeFileSync(path, gzipSync(Buffer.alloc(5_000_000, 'x')))
  const read = async () => {
    for await (const _ of readLines(path, 1_000_000)) void _
  }
  await expect(read()).rejects.toMatchObject({
    code: 'archive_invalid',
    message: expect.stringContaining('over 1000000 bytes'),
  })
})
