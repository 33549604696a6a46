import { randomBytes } from 'node:crypto'

/** Random bytes of the operating system, as base64url. */
export function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}
