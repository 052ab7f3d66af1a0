import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts what is kept for others to read only with the same secret (AES-256-GCM, NIST SP 800-38D). */
export class Sealer {
  readonly #key: Buffer

  /**
   * @param secret Any text of enough randomness.
   * @param what What is encrypted, which nobody can pass off as anything else.
   */
  constructor(secret: string, what: 'refresh tokens' | 'sign-ins' | 'webhook secrets') {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `gazetteer ${what}`, 32))
  }

  /** The text, encrypted, as base64url. */
  seal(text: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** The text again; undefined where another secret or nobody sealed it so. */
  open(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < nonceBytes + tagBytes) return undefined
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
}
