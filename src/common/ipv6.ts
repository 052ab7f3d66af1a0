/** Returns the 16 bytes of an IPv6 address without a zone. */
export function bytesOfIPv6(address: string): number[] {
  // URL normalises the address, which then has no dotted quad.
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = text.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = new Array<number>(tail === undefined ? 0 : 8 - before.length - after.length).fill(0)
  return [...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 255])
}
