import { CopyButton } from './controls/copy-button.tsx'

/** A command to run in a terminal, ready to copy. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div class="command">
      <code>{command}</code>
      <CopyButton text={command} />
    </div>
  )
}
