/** What a page may load and do beside being shown, as directives of `Content-Security-Policy`; what is not named is forbidden. */
export type PagePolicy = Readonly<Record<string, string>>

const always: PagePolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** The headers of a page that loads nothing but what the policy allows. */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries({ ...always, ...policy })
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'referrer-policy': 'no-referrer',
  }
}

/** A text as it stands in HTML, in an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
