/** The beginning of an address that people write without `https://`, such as `www.uppsala.se/val`. */
const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(?=\/|$)/u

/**
 * Returns the address if a link may have it: http, https, mailto or tel. Returns undefined for any other, which could
 * run a script. An e-mail goes to one address, with no copy and no text that its reader does not see (RFC 6068).
 */
export function safeUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  if (url?.protocol === 'mailto:') return `mailto:${url.pathname.replaceAll(/[,;]/g, encodeURIComponent)}`
  return url && /^(https?|tel):$/.test(url.protocol) ? url.href : undefined
}

/** Turns a website's address as people write it, with or without `https://`, into a link's address. */
export function websiteUrl(text: string | undefined): string | undefined {
  return safeUrl(text?.replace(bareHost, 'https://$&'))
}

/** Returns an address as people read it: without scheme and trailing slash. */
export function shownUrl(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
