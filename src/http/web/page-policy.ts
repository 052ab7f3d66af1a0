/** Where a page may load from beside the service itself. */
export interface PageSources {
  /** Origins of the map style and its tiles. */
  readonly mapOrigins: readonly string[]
}

/**
 * The Content-Security-Policy of the page: scripts and workers of the service alone, none inline; styles by nonce; pictures
 * from anywhere over https, since places name theirs by address; data from the service and the map.
 */
export function pagePolicy(nonce: string, { mapOrigins }: PageSources): string {
  const maps = mapOrigins.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "worker-src 'self' blob:",
    `img-src 'self' data: blob: https:${maps}`,
    "media-src 'self' https:",
    "font-src 'self'",
    `connect-src 'self'${maps}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
