/** So many random bytes from a source fit for secrets, as base64url without padding. */
export type RandomText = (bytes: number) => string
