import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FoundFile } from '../../ports/files/source-files.ts'
import { listFiles } from './list-files.ts'
import { readText } from './read-text.ts'

const options = { maxFileBytes: 1000 }
let root: string
let outside: string

beforeEach(() => {
  root = newFolder('root')
  outside = newFolder('outside')
  writeFileSync(join(outside, 'secret.md'), 'hiddenword')
  writeFileSync(join(root, 'note.md'), 'openword')
})

function newFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `tamis-${name}-`)))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** What was found and what was passed over, by path. */
async function list(paths: readonly string[], changes: object = {}) {
  const { files, skipped } = await listFiles(paths, { ...options, ...changes })
  return {
    files: files.map(({ path }) => path),
    skipped: Object.fromEntries(skipped.map((skip) => [skip.path, skip.skipped])),
  }
}

async function found(path: string): Promise<FoundFile> {
  const { files } = await listFiles([root], options)
  const file = files.find((one) => one.path === path)
  if (file === undefined) throw new Error(`${path} was not found`)
  return file
}

/** Device nodes are for root, and not for every root. */
function makeDevice(path: string, minor: string): boolean {
  try {
    execFileSync('mknod', [path, 'c', '1', minor], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('what is no plain file below the root is named with its reason', () => {
  test('links: to files, to folders, in circles, to nowhere, out of the root', async () => {
    mkdirSync(join(root, 'inner'))
    symlinkSync(join(root, 'note.md'), join(root, 'to-file.md'))
    symlinkSync(join(outside, 'secret.md'), join(root, 'to-outside.md'))
    symlinkSync(outside, join(root, 'to-folder'))
    symlinkSync('../../..', join(root, 'inner/up'))
    symlinkSync(root, join(root, 'inner/around'))
    symlinkSync('b.md', join(root, 'a.md'))
    symlinkSync('a.md', join(root, 'b.md'))
    symlinkSync('nowhere', join(root, 'broken.md'))
    expect(await list([root])).toEqual({
      files: ['note.md'],
      skipped: {
        'to-file.md': 'link',
        'to-outside.md': 'link',
        'to-folder': 'link',
        'inner/up': 'link',
        'inner/around': 'link',
        'a.md': 'link',
        'b.md': 'link',
        'broken.md': 'link',
      },
    })
  })

  test('pipes and sockets, also where they are named', async () => {
    execFileSync('mkfifo', [join(root, 'pipe.md')])
    const server = createServer().listen(join(root, 'socket.md'))
    onTestFinished(() => void server.close())
    await expect.poll(() => server.listening).toBe(true)
    const skipped = { 'pipe.md': 'special', 'socket.md': 'special' }
    expect(await list([root])).toEqual({ files: ['note.md'], skipped })
    const named = await list([join(root, 'pipe.md'), join(root, 'socket.md')])
    expect(named).toEqual({ files: [], skipped })
  })

  test('devices', async ({ skip }) => {
    const isMade = makeDevice(join(root, 'null.md'), '3') && makeDevice(join(root, 'zero.md'), '5')
    skip(!isMade, 'device nodes cannot be made here')
    const skipped = { 'null.md': 'special', 'zero.md': 'special' }
    expect(await list([root])).toEqual({ files: ['note.md'], skipped })
    const named = await list([join(root, 'null.md'), join(root, 'zero.md')])
    expect(named).toEqual({ files: [], skipped })
  })

  test('a folder that goes while its neighbours are read', async () => {
    mkdirSync(join(root, 'z-folder'))
    writeFileSync(join(root, 'z-folder/inside.md'), 'gone')
    const vanishing = {
      get maxFileBytes(): number {
        rmSync(join(root, 'z-folder'), { recursive: true, force: true })
        return 1000
      },
    }
    const { files, skipped } = await listFiles([root], vanishing)
    expect(files.map(({ path }) => path)).toEqual(['note.md'])
    expect(skipped).toEqual([{ path: 'z-folder', skipped: 'missing' }])
  })

  test('ignore files that are pipes, links or folders', async () => {
    for (const name of ['piped', 'linked', 'folder']) {
      mkdirSync(join(root, name))
      writeFileSync(join(root, name, 'kept.md'), 'kept')
    }
    execFileSync('mkfifo', [join(root, 'piped/.gitignore')])
    writeFileSync(join(outside, 'rules'), '*.md\n')
    symlinkSync(join(outside, 'rules'), join(root, 'linked/.tamisignore'))
    mkdirSync(join(root, 'folder/.gitignore'))
    expect(await list([root])).toEqual({
      files: ['folder/kept.md', 'linked/kept.md', 'note.md', 'piped/kept.md'],
      skipped: {
        'piped/.gitignore': 'special',
        'linked/.tamisignore': 'link',
        'folder/.gitignore': 'special',
      },
    })
  })
})

describe('ignore rules', () => {
  beforeEach(() => {
    mkdirSync(join(root, '.git'))
    mkdirSync(join(root, 'dist/inner'), { recursive: true })
    mkdirSync(join(root, 'node_modules/pkg'), { recursive: true })
    writeFileSync(join(root, '.gitignore'), 'dist\n*.log\n')
    writeFileSync(join(root, 'dist/inner/built.md'), 'built')
    writeFileSync(join(root, 'node_modules/pkg/readme.md'), 'of others')
    writeFileSync(join(root, 'run.log'), 'noise')
  })

  test('a home of ours below a folder is no part of it', async () => {
    mkdirSync(join(root, 'data'))
    writeFileSync(join(root, 'data', 'knowledge.db'), '')
    writeFileSync(join(root, 'data', 'tamis.toml'), '')
    expect((await list([root])).files).not.toContain('data/tamis.toml')
  })

  test('leave out what they name, and the report says so', async () => {
    expect(await list([root])).toEqual({
      files: ['note.md'],
      skipped: { dist: 'ignored', node_modules: 'ignored', 'run.log': 'ignored' },
    })
  })

  test('give way to a folder that is named', async () => {
    expect((await list([join(root, 'dist')])).files).toEqual(['inner/built.md'])
    expect((await list([join(root, 'node_modules/pkg')])).files).toEqual(['readme.md'])
  })

  test('give way below it with noIgnore, but for version control', async () => {
    const { files, skipped } = await list([root], { noIgnore: true })
    expect(files).toEqual([
      'dist/inner/built.md',
      'node_modules/pkg/readme.md',
      'note.md',
      'run.log',
    ])
    expect(skipped).toEqual({})
  })
})

describe('what a pattern matches stays below the folder it starts from', () => {
  beforeEach(() => {
    mkdirSync(join(root, 'inner'))
    writeFileSync(join(root, 'inner/deep.md'), 'deepword')
    symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'))
    symlinkSync(outside, join(root, 'linked'))
  })

  test.each([
    { pattern: '*.md', files: ['note.md'], skipped: { 'link.md': 'link' } },
    { pattern: '*/*.md', files: ['deep.md'], skipped: {} },
    { pattern: 'lin[k]ed', files: [], skipped: { linked: 'link' } },
    { pattern: 'inner/../*.md', files: ['note.md'], skipped: { 'link.md': 'link' } },
    { pattern: '*.nope', files: [], skipped: { '*.nope': 'missing' } },
  ])('$pattern', async ({ pattern, files, skipped }) => {
    expect(await list([join(root, pattern)])).toEqual({
      files,
      skipped: Object.fromEntries(
        Object.entries(skipped).map(([path, reason]) => [join(root, path), reason]),
      ),
    })
  })

  test('also where it climbs after its first wildcard', async () => {
    const { files, skipped } = await list([`${root}/in*/../../${basename(outside)}/*.md`])
    expect(files).toEqual([])
    expect(Object.values(skipped)).toEqual(['outside_root'])
  })
})

describe('whoever is held to some roots learns nothing of other places', () => {
  const held = (pattern: string) => list([pattern], { allowedRoots: [root] })

  test.each(['*.md', '**', 'se?ret.md'])(
    'the pattern %s elsewhere matches nothing',
    async (name) => {
      const pattern = join(outside, name)
      expect(await held(pattern)).toEqual({ files: [], skipped: { [pattern]: 'outside_root' } })
    },
  )

  test('nor does one that climbs out of a root', async () => {
    mkdirSync(join(root, 'inner'))
    const pattern = `${root}/in*/../../${basename(outside)}/*.md`
    expect(await held(pattern)).toEqual({ files: [], skipped: { [pattern]: 'outside_root' } })
  })

  test('a path elsewhere is the same whether it is there or not', async () => {
    for (const name of ['secret.md', 'no-such.md']) {
      const path = join(outside, name)
      expect(await held(path)).toEqual({ files: [], skipped: { [path]: 'outside_root' } })
    }
    expect(await held(join(root, '*.md'))).toEqual({ files: ['note.md'], skipped: {} })
  })
})

describe('what changes between the listing and the reading is not followed', () => {
  test.each([
    {
      change: 'a file that becomes a link',
      skipped: 'link',
      make: (full: string) => symlinkSync(join(outside, 'secret.md'), full),
    },
    {
      change: 'a file that becomes a pipe',
      skipped: 'special',
      make: (full: string) => void execFileSync('mkfifo', [full]),
    },
    {
      change: 'a file that becomes a folder',
      skipped: 'special',
      make: (full: string) => void mkdirSync(full),
    },
    { change: 'a file that goes', skipped: 'missing', make: () => undefined },
  ])('$change', async ({ make, skipped }) => {
    const file = await found('note.md')
    rmSync(join(root, 'note.md'))
    make(join(root, 'note.md'))
    expect(await readText(file)).toEqual({ path: 'note.md', skipped })
  })

  test('a folder above it that becomes a link', async () => {
    mkdirSync(join(root, 'inner'))
    writeFileSync(join(root, 'inner/secret.md'), 'openword')
    const file = await found('inner/secret.md')
    renameSync(join(root, 'inner'), join(root, 'moved'))
    symlinkSync(outside, join(root, 'inner'))
    expect(await readText(file)).toEqual({ path: 'inner/secret.md', skipped: 'link' })
  })
})
