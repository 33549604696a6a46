import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { program } from '../../support/program.ts'
import { cleanEnvironment } from '../tamis.ts'

/** One `sh` block of a guide, what it printed, and the `text` block that follows it. */
export interface GuideStep {
  readonly commands: string
  readonly printed: string
  readonly shown: string | undefined
}

const steps = /```sh\n([\s\S]*?)```\n(?:\n```text\n([\s\S]*?)```\n)?/g
const mark = '---- next step ----'

/** Runs the commands of a guide in one shell, in order, with `tamis` on the path. */
export function runGuide(guide: string): readonly GuideStep[] {
  const blocks = [...guide.matchAll(steps)]
  const script = blocks.map(([, commands = '']) => `${commands}echo "${mark}"\n`).join('')
  const folder = mkdtempSync(join(tmpdir(), 'tamis-guide-'))
  writeFileSync(
    join(folder, 'tamis'),
    `#!/bin/sh\nexec "${process.execPath}" "${program()}" "$@"\n`,
  )
  chmodSync(join(folder, 'tamis'), 0o755)
  const printed = execFileSync('bash', ['-euc', `${script}echo "$TAMIS_HOME"`], {
    cwd: folder,
    env: cleanEnvironment({ PATH: `${folder}:${process.env.PATH ?? ''}` }),
    encoding: 'utf8',
  }).split(`${mark}\n`)
  const home = printed.at(-1)?.trim() ?? ''
  return blocks.map(([, commands = '', shown], at) => ({
    commands,
    printed: (printed[at] ?? '').replaceAll(home, '$TAMIS_HOME'),
    shown,
  }))
}

/**
 * Dates, and the ids of clarifications that are made from them, differ from run to run; similarities
 * move a hundredth with the words and vectors they rest on. Nothing else may differ.
 */
export function withoutDrift(text: string): string {
  return text
    .replace(/\d{4}-\d{2}-\d{2}/g, 'DATE')
    .replace(/clr_[a-z2-7]{16}/g, 'clr_ID')
    .replace(/(^|\()[01]\.\d\d(?= )/gm, '$1SIMILARITY')
}
