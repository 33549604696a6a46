/** One line for stderr, in the one form that tools parse: `[module] what: details`. */
export function message(module: string, what: string, details?: string): string {
  return details === undefined ? `[${module}] ${what}` : `[${module}] ${what}: ${oneLine(details)}`
}

/** What an unknown thrown value says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ')
}
