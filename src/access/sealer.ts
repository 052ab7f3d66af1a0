import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Encrypts stored data so that only holders of the same secret can read it (AES-256-GCM, NIST SP 800-38D). */
export class Sealer {
  readonly #key: Buffer

  /**
   * @param secret Any text of enough randomness.
   * @param what The kind of data; data sealed as one kind cannot be opened as another.
   */
  constructor(secret: string, what: 'refresh tokens' | 'sign-ins' | 'webhook secrets') {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', `gazetteer ${what}`, 32))
  }

  /** Encrypts a text, and returns it as base64url. */
  seal(text: string): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv(algorithm, this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Decrypts a sealed text. Returns undefined if it was sealed with another secret or is not sealed text. */
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
