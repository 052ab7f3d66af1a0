import { Problem } from '../../common/problem.ts'
import { type Answer, etagOf } from '../answers/answer.ts'
import type { BuiltPage } from '../pages/built-page.ts'
import { openRoute } from '../pages/page.ts'
import type { Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

/** Serves the finder that other sites embed, with the visitors' key inserted. Requires such a key. */
export function finderRoutes({ config }: Pick<HttpParts, 'config'>, page: BuiltPage | undefined): Route[] {
  const file = page?.files.get('finder.js')
  if (!file) return []
  const { publicKey } = config
  const answer = publicKey === undefined ? undefined : scriptFor(publicKey, file)
  return [
    openRoute('/finder.js', () => {
      if (answer) return answer
      throw new Problem('not-found', 'the finder asks with PUBLIC_KEY, which is not set')
    }),
  ]
}

function scriptFor(publicKey: string, { bytes, type }: { readonly bytes: Buffer; readonly type: string }): Answer {
  const body = Buffer.from(bytes.toString().replace(/(["'`])KEY-OF-VISITORS\1/, () => JSON.stringify(publicKey)))
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=300',
    // Isolated sites only load resources that allow it (Fetch, 3.7).
    'cross-origin-resource-policy': 'cross-origin',
  }
  return { status: 200, headers, body, etag: etagOf(body) }
}
