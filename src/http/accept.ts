const weighedElement =
  /^\s*([^\s;]+)\s*(?:;(?!\s*q\s*=)[^;]+)*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*(?:;[^;]+)*)?;?$/i

/**
 * What a header says that is accepted, with its weight, in the order of the header (RFC 9110, 12.4.2). Names are in lower
 * case and without their parameters. What cannot be read is ignored, since an answer is better than none.
 */
export function weighed(header = ''): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  // What stands in quotes tells nothing, and commas there separate nothing (RFC 9110, 5.6.4). Quotes that are not closed go
  // to the end, else each quote of them is tried anew.
  for (const element of header.replaceAll(/"(?:[^"\\]|\\.)*(?:"|\\?$)/g, '""').split(',')) {
    const [, name, weight = '1'] = weighedElement.exec(element) ?? []
    if (name === undefined) continue
    const key = name.toLowerCase()
    weights.set(key, Math.max(weights.get(key) ?? 0, Number(weight)))
  }
  return weights
}

/** Whether a header accepts something by its name, and not only by what fits everything. */
export function accepts(header: string | undefined, name: string): boolean {
  return (weighed(header).get(name) ?? 0) > 0
}

/** The names that a header accepts, the one with most weight first, of equals the one that it has first. */
export function acceptedNames(header: string | undefined): string[] {
  const accepted = [...weighed(header)].filter(([, weight]) => weight > 0)
  return accepted.toSorted(([, one], [, other]) => other - one).map(([name]) => name)
}
