import { randomBytes } from 'node:crypto'
import type { Answer } from '../answer.ts'
import type { HttpParts } from '../parts.ts'
import { pagePolicy } from './page-policy.ts'

/** What the document tells of the service. */
export type PageParts = Pick<HttpParts, 'model' | 'config'>

/** What the build writes where the nonce of an answer goes. */
const noncePlaceholder = 'NONCE-OF-THE-ANSWER'
const settingsPlaceholder = 'SETTINGS-OF-THE-SERVICE'

interface DocumentPlace {
  readonly status: number
  /** How many folders deep its address lies below the root: the way back is relative, since a proxy may put a path before it. */
  readonly depth: number
}

/** The document of the page, with a nonce and a policy of its own. */
export function pageDocument(html: string, parts: PageParts, { status, depth }: DocumentPlace): Answer {
  const nonce = randomBytes(16).toString('base64')
  const { mapStyleUrl, mapOrigins = [] } = parts.config
  const styleOrigin = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin]
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy(nonce, { mapOrigins: [...styleOrigin, ...mapOrigins] }),
      'referrer-policy': 'same-origin',
    },
    body: html
      .replaceAll(noncePlaceholder, nonce)
      .replaceAll(settingsPlaceholder, () => escaped(JSON.stringify(settingsOf(parts))))
      .replaceAll('="./', `="${depth === 0 ? './' : '../'.repeat(depth)}`),
  }
}

/** What the service tells its page; everything else the page asks for through the public interface. */
function settingsOf({ model, config: { version, publicKey, mapStyleUrl } }: PageParts) {
  return { version, locale: model.locale, publicKey, mapStyleUrl }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
