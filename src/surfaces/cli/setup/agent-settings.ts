import { basename } from 'node:path'

/** How a command is told where its models are. */
interface AgentSettings {
  readonly words: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Most agents read the base URLs of their environment; Codex and opencode want them said otherwise. */
export function agentSettings(
  command: string,
  words: readonly string[],
  url: string,
): AgentSettings {
  const environment = {
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_BASE: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
    GOOGLE_GEMINI_BASE_URL: url,
  }
  const name = basename(command).replace(/\.(?:exe|cmd)$/i, '')
  if (name === 'codex')
    return { environment, words: ['-c', `openai_base_url="${url}/v1"`, ...words] }
  if (name === 'opencode')
    return { words, environment: { ...environment, OPENCODE_CONFIG_CONTENT: opencodeConfig(url) } }
  return { words, environment }
}

function opencodeConfig(url: string): string {
  const options = { baseURL: `${url}/v1` }
  return JSON.stringify({ provider: { openai: { options }, anthropic: { options } } })
}
