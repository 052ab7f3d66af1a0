/** The beginning of an address that people write without `https://`, such as `www.uppsala.se/val`. */
const bareHost = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(?=\/|$)/u

/** The address as a link may have it: http, https, mailto or tel; undefined for any other, which could run a script. */
export function safeUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  const url = URL.parse(text)
  return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined
}

/** The address of a website as people write it, with or without `https://`, as a link may have it. */
export function websiteUrl(text: string | undefined): string | undefined {
  return safeUrl(text?.replace(bareHost, 'https://$&'))
}

/** An address as a person reads it: without scheme and a slash at the end. */
export function shownUrl(text: string): string {
  return text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
