import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngineError } from '../../../../errors.ts'
import { phrase } from '../../../../phrase.ts'
import type { Command } from '../../command.ts'
import { UsageError } from '../../usage-error.ts'

const driver = 'tamis-memory'
const attribute = `*.jsonl merge=${driver}`

/** `tamis memory git`: lets git merge the files of memory, so that nothing is lost when two machines wrote. */
export const memoryGit: Command = {
  name: 'memory git',
  summary: 'Let git merge the files of memory, each record once, when two machines wrote',
  options: {},
  examples: ['tamis memory git'],
  async run({ openEngine, output }) {
    const folder = (await openEngine()).memory.folder()
    if (folder === undefined || !existsSync(folder))
      throw new EngineError('invalid_input', 'There is no folder of memories yet', {
        hint: 'Remember something first: `tamis remember TEXT`.',
      })
    const command = [process.execPath, process.argv[1] ?? '', 'memory', 'merge-driver']
    const words = [...command.map(quoted), '%O', '%A', '%B'].join(' ')
    runGit(folder, ['config', `merge.${driver}.name`, 'each record once'])
    runGit(folder, ['config', `merge.${driver}.driver`, words])
    const file = join(folder, '.gitattributes')
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (!before.split('\n').includes(attribute))
      writeFileSync(
        file,
        `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${attribute}\n`,
      )
    if (output.isJson) output.json({ folder, driver })
    else
      output.result(
        output.say(
          phrase`git merges the memories in ${folder}; run this in every clone, and commit .gitattributes`,
        ),
      )
    return 0
  },
}

/** `tamis memory merge-driver BASE OURS THEIRS`: what git runs; the merged text takes the place of OURS. */
export const memoryMergeDriver: Command = {
  name: 'memory merge-driver',
  summary: 'Merge three versions of a file of memory, as git asks for it',
  operands: 'BASE OURS THEIRS',
  options: {},
  examples: ['tamis memory merge-driver base.jsonl ours.jsonl theirs.jsonl'],
  async run({ openEngine }, { operands }) {
    const [base, ours, theirs] = operands
    if (base === undefined || ours === undefined || theirs === undefined)
      throw new UsageError('Name three files: BASE OURS THEIRS')
    const { memory } = await openEngine()
    const read = (path: string): string => readFileSync(path, 'utf8')
    const merged = memory.mergeLines({ base: read(base), ours: read(ours), theirs: read(theirs) })
    writeFileSync(ours, merged)
    return 0
  },
}

function runGit(folder: string, words: readonly string[]): void {
  try {
    execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe' })
  } catch (cause) {
    throw new EngineError('invalid_input', phrase`git does not work in ${folder}`, {
      hint: 'Put the folder of memories into a repository: `folder` of [memory] in tamis.toml.',
      cause,
    })
  }
}

/** For the shell that git runs the driver with. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
