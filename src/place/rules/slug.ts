import slugify from '@sindresorhus/slugify'
import type { PlaceId } from '../place.ts'

/** The longest base of a slug, so that what is added to it stays within the limit of strings. */
const baseMax = 1900
const ownersMax = 10_000

/** Makes slugs in one language. Owners repeat, so their part is remembered. */
export interface Slugs {
  /** What the slug of a place is made from, before it is made unique (D21); never empty. */
  base(ownerName: string, placeName: string, id: PlaceId): string
}

/** Slugs by the rules of a locale (BCP 47). */
export function createSlugs(locale: string): Slugs {
  const owners = new Map<string, string>()
  const slugOf = slugMaker(locale)
  const ownerPart = (name: string) => {
    const known = owners.get(name)
    if (known !== undefined) return known
    if (owners.size >= ownersMax) owners.clear()
    const part = slugOf(name)
    owners.set(name, part)
    return part
  }
  return {
    base(ownerName, placeName, id) {
      const parts = [ownerPart(ownerName), slugOf(placeName)].filter((part) => part !== '')
      return parts.join('-').slice(0, baseMax).replace(/-$/, '') || id
    },
  }
}

/** Letters, digits and single spaces need no transliteration, which is most of the work and seldom needed. */
const plain = /^[A-Za-z\d]+(?: [A-Za-z\d]+)*$/

function slugMaker(locale: string): (text: string) => string {
  const options = { locale, decamelize: false }
  const plainLowerCase = 'I'.toLocaleLowerCase(locale) === 'i'
  return (text) =>
    plainLowerCase && plain.test(text) ? text.toLowerCase().replaceAll(' ', '-') : slugify(text, options)
}

/** The slug of a deleted place, which frees the former one (D21); the first 8 of a UUIDv7 are its time. */
export function deletedSlug(slug: string, id: PlaceId): string {
  return `${slug}-deleted-${id.slice(-8)}`
}
