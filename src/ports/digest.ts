/** SHA-256 as lower-case hex. Two different strings never share a digest, not even when one holds lone surrogates. */
export type Digest = (text: string) => string
