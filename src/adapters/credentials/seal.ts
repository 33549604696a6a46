import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { EngineError } from '../../errors.ts'

export interface Sealed {
  readonly nonce: string
  /** Cipher text and tag, in base64. */
  readonly sealed: string
}

const algorithm = 'aes-256-gcm'
const tagBytes = 16

/** Encrypts a secret under its name: moved to another name, it does not open. */
export function sealSecret(key: Buffer, name: readonly string[], secret: string): Sealed {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(JSON.stringify(name)))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return {
    nonce: nonce.toString('base64'),
    sealed: Buffer.concat([text, cipher.getAuthTag()]).toString('base64'),
  }
}

export function openSecret(
  key: Buffer,
  name: readonly string[],
  { nonce, sealed }: Sealed,
): string {
  const bytes = Buffer.from(sealed, 'base64')
  const text = bytes.subarray(0, -tagBytes)
  try {
    const cipher = createDecipheriv(algorithm, key, Buffer.from(nonce, 'base64'), {
      authTagLength: tagBytes,
    })
    cipher.setAAD(Buffer.from(JSON.stringify(name))).setAuthTag(bytes.subarray(-tagBytes))
    return cipher.update(text, undefined, 'utf8') + cipher.final('utf8')
  } catch (cause) {
    throw new EngineError(
      'store_damaged',
      'A kept credential does not open with the key there is',
      {
        hint: 'The key was replaced, or the file changed: log in or set the credential again.',
        cause,
      },
    )
  }
}
