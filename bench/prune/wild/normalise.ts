import { stripAnsi } from '../../../src/core/prune/form/strip-ansi.ts'

export interface Machine {
  /** Where the program ran. */
  readonly folder: string
  /** Where programs from npm lie. */
  readonly tools: string
  /** This repository. */
  readonly tree: string
  readonly home: string
  readonly temporary: string
  readonly host: string
}

/** The text without this machine: its folders, its name, where packages came from, and colours. */
export function normalise(text: string, machine: Machine): string {
  const { folder, tools, tree, home, temporary, host } = machine
  return stripAnsi(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(folder, '/srv/app')
    .replaceAll(folder.slice(1), 'srv/app')
    .replaceAll(tools, '/srv/tools')
    .replaceAll(tree, '/srv/app')
    .replace(within(`${home}/.pyenv/versions`), '/usr')
    .replace(within(`${home}/.rustup/toolchains`), '/usr/lib/rust')
    .replace(within(temporary), '/srv/app')
    .replaceAll(home, '/srv')
    .replaceAll(new RegExp(`(?<![\\w.-])${escaped(host)}(?![\\w-]|\\.\\w)`, 'g'), 'build-1')
    .replaceAll(/\bregistry\.[a-z]+\.org\b/g, 'packages.example.org')
}

/** A folder and the next name below it. */
function within(folder: string): RegExp {
  return new RegExp(`${escaped(folder)}/[\\w.-]+`, 'g')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
