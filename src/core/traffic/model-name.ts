/** Who serves a model, in front of its name: `us.anthropic.`, `bedrock/`, `projects/…/models/`. */
const servers =
  /^(?:.*\/)?(?:[a-z-]+\.)*(?=(?:claude|gpt|gemini|deepseek|grok|kimi|glm|qwen|.*stral))/

/** What a name ends in that says which build it is, or how it is served, and nothing of the price. */
const endings = [
  /\[.*\]$/,
  /@.*$/,
  /:.*$/,
  /-v\d+$/,
  /-(?:preview|exp)(?:-[\d-]+)?$/,
  /-latest$/,
  /-\d{4}-\d{2}-\d{2}$/,
  /-\d{8}$/,
  /-\d{3,4}$/,
]

/**
 * The name of a model as the table has it: `us.anthropic.claude-sonnet-4-5-20250929-v1:0`,
 * `claude-sonnet-4-5@20250929` and `anthropic/claude-sonnet-4.5` are all `claude-sonnet-4-5`.
 */
export function plainModelName(name: string): string {
  let plain = name.trim().toLowerCase().slice(0, maxChars)
  const slash = plain.lastIndexOf('/')
  if (slash !== -1) plain = plain.slice(slash + 1)
  plain = plain.replace(servers, '')
  for (const ending of endings) plain = plain.replace(ending, '')
  return plain.startsWith('claude') ? plain.replaceAll('.', '-') : plain
}

/** A name comes from a client: it may be of any length. */
const maxChars = 200
