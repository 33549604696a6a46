import type { LoopAgent } from './loop-agents.ts'

/**
 * Codex as with a ChatGPT login, which sends its bodies in zstd: it reads whose login it is from a file
 * of tokens, and asks nobody whether they are true.
 */
export function withChatGptLogin(codex: LoopAgent): LoopAgent {
  return {
    ...codex,
    reach(url, home) {
      const { words, files } = codex.reach(url, home)
      const nowhere = ['-c', `chatgpt_base_url="${url}/nowhere/"`]
      return {
        words: [...words.slice(0, 1), ...nowhere, ...words.slice(1)],
        environment: {},
        files: { ...files, '.codex/auth.json': `${JSON.stringify(login())}\n` },
      }
    },
  }
}

function login(): object {
  const token = unsignedToken({
    exp: 4_102_444_800,
    email: 'dev@example.com',
    sub: 'user',
    'https://api.openai.com/auth': { chatgpt_account_id: 'account', chatgpt_plan_type: 'pro' },
  })
  return {
    auth_mode: 'chatgpt',
    OPENAI_API_KEY: null,
    tokens: { id_token: token, access_token: token, refresh_token: 'none', account_id: 'account' },
    last_refresh: new Date().toISOString(),
  }
}

function unsignedToken(claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${part({})}`
}
