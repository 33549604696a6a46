import { useState } from 'preact/hooks'
import { LoadDemoButton } from '../../demo/load-demo-button.tsx'
import { say } from '../../locale/say.ts'
import { CommandLine } from '../../parts/command-line.tsx'
import { Segmented } from '../../parts/controls/segmented.tsx'

type Agent = 'claude' | 'codex' | 'openai' | 'mcp' | 'pipe'

const agents = [
  { value: 'claude', label: 'Claude Code' },
  { value: 'codex', label: 'Codex' },
  { value: 'openai', label: 'OpenAI SDKs' },
  { value: 'mcp', label: 'MCP' },
  { value: 'pipe', label: 'A pipe' },
] as const

/** Nothing has happened yet: the one command that makes it happen. */
export function FirstRow() {
  const [agent, setAgent] = useState<Agent>('claude')
  const { origin } = location
  const commands: Readonly<Record<Agent, string>> = {
    claude: `ANTHROPIC_BASE_URL=${origin} claude`,
    codex: `codex -c model_providers.tamis.base_url=${origin}/v1 -c model_provider=tamis`,
    openai: `OPENAI_BASE_URL=${origin}/v1 python agent.py`,
    mcp: `claude mcp add --transport http tamis ${origin}/mcp`,
    pipe: 'npm test 2>&1 | tamis prune --goal "why does it fail"',
  }
  return (
    <div class="empty">
      <div>
        <h2>{say('Nothing yet')}</h2>
        <p class="soft">
          {say(
            'Point an agent here and each request appears in this list as it happens: what went in, what was left out, and what that saved.',
          )}
        </p>
      </div>
      <Segmented label={say('Your agent')} options={agents} value={agent} onChange={setAgent} />
      <CommandLine command={commands[agent]} />
      <LoadDemoButton />
    </div>
  )
}
