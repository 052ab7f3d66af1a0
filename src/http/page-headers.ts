/** From where a page may take its styles and scripts, as `Content-Security-Policy` says it. */
export interface PageSources {
  readonly style: string
  readonly script: string
}

/** The headers of a page: nothing may be loaded but what these sources allow, and from this service alone. */
export function pageHeaders({ style, script }: PageSources): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${script}`,
      `style-src ${style}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}
