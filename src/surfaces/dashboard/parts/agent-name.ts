/** What people call the programs that name themselves otherwise in their requests. */
const names: Readonly<Record<string, string>> = {
  'claude-cli': 'Claude Code',
  codex_cli_rs: 'Codex',
  codex_exec: 'Codex',
  'codex-tui': 'Codex',
  GeminiCLI: 'Gemini CLI',
  QwenCode: 'Qwen Code',
}

/** An agent by the name people know, or as it names itself. */
export function agentName(product: string): string {
  return Object.hasOwn(names, product) ? (names[product] ?? product) : product
}
