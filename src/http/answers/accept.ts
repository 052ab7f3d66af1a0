const weighedElement =
  /^\s*([^\s;]+)\s*(?:;(?!\s*q\s*=)[^;]+)*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;[^;]+)*)?;?$/i

/**
 * Parses an `Accept`-like header into names and weights, in the order of the header (RFC 9110, 12.4.2). Names are in
 * lower case and without their parameters. Unreadable elements are ignored, because an answer is better than none.
 */
export function weighed(header = ''): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  // Quoted text has no meaning here, and its commas separate nothing (RFC 9110, 5.6.4). An unclosed quote extends to
  // the end; otherwise the search would restart at each of its quotes.
  for (const element of header.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '""').split(',')) {
    const [, name, weight = '1'] = weighedElement.exec(element) ?? []
    if (name === undefined) continue
    const key = name.toLowerCase()
    weights.set(key, Math.max(weights.get(key) ?? 0, Number(weight)))
  }
  return weights
}

/** Returns whether a header accepts something by its name, not only through a wildcard. */
export function accepts(header: string | undefined, name: string): boolean {
  return (weighed(header).get(name) ?? 0) > 0
}

/**
 * Returns the names that a header accepts, by descending weight; names of equal weight keep the order of the header.
 */
export function acceptedNames(header: string | undefined): string[] {
  const accepted = [...weighed(header)].filter(([, weight]) => weight > 0)
  return accepted.toSorted(([, one], [, other]) => other - one).map(([name]) => name)
}
