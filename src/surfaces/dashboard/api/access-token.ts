const key = 'tamis-token'

/** The token of this tab; forgotten when the tab closes. */
export function currentToken(): string {
  return sessionStorage.getItem(key) ?? ''
}

export function rememberToken(token: string): void {
  sessionStorage.setItem(key, token)
}
