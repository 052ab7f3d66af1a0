/** A licence under which others may use a medium. */
interface Licence {
  readonly name: string
  readonly url: string
}

const home = 'https://creativecommons.org'
/** A media keyword, without separators, that names a licence and its version. Versions differ in their terms. */
const keyword = /^cc(by)(nc)?(nd|sa)?([234])(0|(?<=2)5)$/

/**
 * Returns the Creative Commons licence that the keywords of a medium name (`ccbysa40`, `CC-BY-SA-4.0`, `cc0`). A place
 * has no other member for a licence. Returns undefined if no keyword names a licence with its version.
 */
export function licenceOf({ tags = [] }: { readonly tags?: readonly string[] | undefined }): Licence | undefined {
  for (const tag of tags) {
    const code = tag.toLowerCase().replaceAll(/[\s._-]/g, '')
    if (code === 'cc0' || code === 'cc010') return { name: 'CC0 1.0', url: `${home}/publicdomain/zero/1.0/` }
    const [, by, commercial, derivatives, major, minor] = keyword.exec(code) ?? []
    if (by === undefined) continue
    const terms = [by, commercial, derivatives].filter((term) => term !== undefined).join('-')
    const version = `${major}.${minor}`
    return { name: `CC ${terms.toUpperCase()} ${version}`, url: `${home}/licenses/${terms}/${version}/` }
  }
  return undefined
}
