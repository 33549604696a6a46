const key = 'tamis-token'
const demoKey = 'tamis-token-before-demo'

/** The token of this tab; forgotten when the tab closes. */
export function currentToken(): string {
  return sessionStorage.getItem(key) ?? ''
}

export function rememberToken(token: string): void {
  sessionStorage.setItem(key, token)
}

/** Whether this tab looks at the demo and not at the person's own data. */
export function isInDemo(): boolean {
  return sessionStorage.getItem(demoKey) !== null
}

/** From now on this tab calls with the demo's token; its own is kept for the way back. */
export function enterDemo(token: string): void {
  sessionStorage.setItem(demoKey, currentToken())
  rememberToken(token)
}

/** The way back to the person's own data. */
export function leaveDemo(): void {
  rememberToken(sessionStorage.getItem(demoKey) ?? '')
  sessionStorage.removeItem(demoKey)
}
