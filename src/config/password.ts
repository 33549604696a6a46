/** True for an address that carries a password, before the host or among its parameters. */
export function holdsPassword(value: unknown): boolean {
  if (typeof value !== 'string') return false
  return /^[a-z+]+:\/\/[^/?#]*:[^/?#]*@/i.test(value) || /[?&](ssl)?password=/i.test(value)
}

/** The address without its password, for people and logs. */
export function withoutPassword(value: string): string {
  return value
    .replace(/^([a-z+]+:\/\/[^/?#:]*):[^/?#]*@/i, '$1:(hidden)@')
    .replace(/([?&](?:ssl)?password=)[^&#]*/gi, '$1(hidden)')
}
