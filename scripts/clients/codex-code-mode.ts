import type { LoopAgent } from './loop-agents.ts'

const model = 'gpt-6.1-sol'

/** Codex with a model that runs commands inside a script. */
export function withCodeMode(codex: LoopAgent): LoopAgent {
  return {
    ...codex,
    model,
    reach(url, home) {
      const { words, ...rest } = codex.reach(url, home)
      return { ...rest, words: words.map((word) => (word === codex.model ? model : word)) }
    },
    run: (command) => ({
      name: 'exec',
      input: {},
      script: `const ran = await tools.exec_command({ cmd: ${JSON.stringify(command)}, yield_time_ms: 20000 })\ntext(ran.output)\n`,
    }),
  }
}
