/** The genitive of a name: Ystads, but Höganäs. */
export function genitive(name: string): string {
  return /[sxz]$/i.test(name) ? name : `${name}s`
}

/** A name as part of an address: lower-case ASCII letters, digits and hyphens. */
export function addressName(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Items in running text: `kök, hiss och ramp`. */
export function enumeration(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} och ${last}`
}

/** With a capital first letter. */
export function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
