/** Anything that gives the end of a command another meaning than "print, and exit with a code". */
const unclear = /[|;#`\n<>"'(){}]|&(?!&)|\\$/
/** They act on the shell itself, which a pipeline would start anew for them. */
const actsOnShell = /^\s*(?:cd|pushd|popd|export|source|\.|set|unset|alias|exec|eval|exit)(?:\s|$)/

/**
 * The same command with what it prints passed through a filter, its exit code handed on; `undefined`
 * where that cannot be said for sure. It stays in sight as it was, for whoever decides whether it may
 * run, and what stands before its last part still acts on the shell it is run in.
 */
export function filteredCommand(command: string, filter: string): string | undefined {
  const plain = command.trim()
  const own = plain.replace(/\s+2>&1$/, '')
  if (own === '' || unclear.test(withoutWords(own))) return undefined
  if (actsOnShell.test(own.split('&&').at(-1) ?? '')) return undefined
  // No redirection of ours: Codex's rules about commands do not look into one that has any.
  return `set -o pipefail && ${plain} | ${filter}`
}

/** Quoted text means nothing to the shell, but for what double quotes let through. */
function withoutWords(command: string): string {
  return command.replaceAll(/'[^']*'|"[^"`$\\]*"|&&/g, ' ')
}
