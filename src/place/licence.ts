/** A licence under which others may use a medium. */
interface Licence {
  readonly name: string
  readonly url: string
}

const home = 'https://creativecommons.org'
/** A keyword of media that names a licence with its version, without what stands between: the versions are not the same. */
const keyword = /^cc(by)(nc)?(nd|sa)?([234])(0|(?<=2)5)$/

/**
 * The licence of Creative Commons that the keywords of a medium name (`ccbysa40`, `CC-BY-SA-4.0`, `cc0`), which is all that a
 * place can say of one; undefined where they name none, or none with its version.
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
