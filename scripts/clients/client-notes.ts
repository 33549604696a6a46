/** What a person should know about each client, beside what `tamis setup` writes. */
export interface ClientNotes {
  readonly needs: readonly string[]
  /** Why no session of it is part of `npm run clients`. */
  readonly notRun?: string
}

export const clientNotes: Readonly<Record<string, ClientNotes>> = {
  'claude-code': {
    needs: [
      'An API key in `ANTHROPIC_API_KEY`. It is sent on as it is; Tamis keeps none.',
      'The base URL is read at the start: begin a new session after setting up.',
      'Tools of MCP servers are found by its own tool search first, so `prune_text` and the others show up once the model looks for them. In a session without a terminal, allow them by name: `--allowedTools mcp__tamis__prune_text`.',
      'Another folder for its settings is named by `CLAUDE_CONFIG_DIR`; `tamis setup` follows it.',
    ],
  },
  'claude-desktop': {
    needs: [
      'Quit and start it anew after setting up; it reads the file once.',
      'It starts its servers with a short path. When `tamis` is not on it, the file names Node and the script in full.',
    ],
    notRun:
      'Not run by `npm run clients`: a desktop application that comes as an installer for macOS and Windows and asks for an account. What is written is what its documentation asks for, and the tests of `tamis setup` hold it to that.',
  },
  cursor: {
    needs: [
      'Its settings show the server under MCP; switch it on there.',
      'The base URL of its models is in its own settings (OpenAI API Key, Override OpenAI Base URL), in no file. Its own models do not pass through a base URL.',
    ],
    notRun:
      'Not run by `npm run clients`: a desktop application that is not on npm and asks for an account.',
  },
  vscode: {
    needs: [
      'The agent mode of its chat uses the server; it asks for trust at the first start.',
      'A workspace may have a `.vscode/mcp.json` of its own; `tamis setup` writes the one of the user.',
    ],
    notRun:
      'Not run by `npm run clients`: an editor whose chat asks for an account, with no session on the command line.',
  },
  codex: {
    needs: [
      'An API key in `OPENAI_API_KEY` (or `CODEX_API_KEY` for `codex exec`).',
      'It first tries a WebSocket and is answered 426; it then goes on over HTTP by itself, and writes one line about it to its log.',
      'Another folder for its settings is named by `CODEX_HOME`; `tamis setup` follows it.',
    ],
  },
  opencode: {
    needs: [
      'An API key of the provider in its environment, or one that `opencode auth` keeps.',
      'A file `opencode.jsonc` is changed in place of `opencode.json` where there is one; its comments stay.',
      'The base URLs of the providers `openai` and `anthropic` are set; others keep theirs.',
    ],
  },
  'gemini-cli': {
    needs: [
      'An API key in `GEMINI_API_KEY`, and the choice of it in its settings: with a base URL set, it refuses to guess. `{ "security": { "auth": { "selectedType": "gemini-api-key" } } }` in `~/.gemini/settings.json` is what choosing “Use Gemini API key” writes.',
    ],
  },
  'qwen-code': {
    needs: [
      'Its hook replaces a result by a reason to stop, which it shows as “was not run”; it goes on all the same. What a command printed that failed is not replaced.',
      'Through the proxy: `OPENAI_BASE_URL=http://127.0.0.1:8006/v1`. It writes `Error: (none)` into every result that is none; that counts as no error.',
    ],
  },
  pi: {
    needs: [
      'Through the proxy: `{ "providers": { "anthropic": { "baseUrl": "http://127.0.0.1:8006" } } }` in `~/.pi/agent/models.json`.',
    ],
  },
  'copilot-cli': {
    needs: [
      'Through the proxy, with a key of your own: `COPILOT_PROVIDER_BASE_URL=http://127.0.0.1:8006/v1`, `COPILOT_PROVIDER_TYPE`, `COPILOT_PROVIDER_API_KEY` and `COPILOT_MODEL`.',
    ],
  },
  continue: {
    needs: [
      'Tools are used in agent mode.',
      'Each model has a base URL of its own: set `apiBase: http://127.0.0.1:8006/v1` for those that are to pass through the proxy.',
    ],
    notRun:
      'Not run by `npm run clients`: an extension of an editor. What is written is what its documentation asks for, and the tests of `tamis setup` hold it to that.',
  },
  cline: {
    needs: [
      'The server appears under MCP Servers, Installed.',
      'The base URL is part of its provider settings (OpenAI Compatible, Base URL `http://127.0.0.1:8006/v1`), in no file that is safe to change.',
    ],
  },
}
