/** The address as a link may have it: http, https, mailto or tel; undefined for any other, which could run a script. */
export function safeUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined
}

/** An address as a person reads it: without scheme and a slash at the end. */
export function shownUrl(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
