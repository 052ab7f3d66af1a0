import slugify from '@sindresorhus/slugify'
import anyAscii from 'any-ascii'
import { LruCache } from '../../common/lru-cache.ts'
import { ownMember, valueAt } from '../json.ts'
import type { Place, PlaceId } from '../place.ts'
import type { PlaceRequest } from '../request.ts'
import { limits } from '../schema.ts'
import { canonicalText } from '../text.ts'

/** The longest base of a slug; suffixes then stay within the limit of strings. */
const baseMax = 1900
/** The most texts whose slugs are cached. */
const rememberedMax = 10_000

/** Letters, numbers and marks beyond ASCII, and emoji. */
const beyondAscii = /(?!\p{ASCII})(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|[\p{L}\p{N}\p{M}])/gu

export type Slugs = ReturnType<typeof createSlugs>

/** Creates the slug functions for a locale (BCP 47). */
export function createSlugs(locale: string) {
  // Owners repeat, and every name is slugified twice.
  const known = new LruCache<string, string>(rememberedMax, () => 1)
  const plain = (text: string) => slugify(text, { locale, decamelize: false })
  // Its size is bounded by Unicode.
  const letters = new Map<string, string>()
  const latinised = (letter: string) => {
    let latin = letters.get(letter)
    if (latin === undefined) {
      // The language of the locale applies if it transliterates the letter.
      latin = plain(letter) === '' ? anyAscii(letter).replaceAll("'", '') : letter
      letters.set(letter, latin)
    }
    return latin
  }
  const slugOf = (text: string) => known.getOrMake(text, () => plain(text.replaceAll(beyondAscii, latinised)))
  return {
    /** Returns the base of a place's slug, before it is made unique (D21); never empty. */
    base(ownerName: string, placeName: string, id: PlaceId): string {
      const parts = [slugOf(ownerName), slugOf(placeName)].filter((part) => part !== '')
      return parts.join('-').slice(0, baseMax).replace(/-$/, '') || id
    },
  }
}

/** Returns the owner's name for the slug: the directory's, else the stored one, else the id (D16, D21). */
export function ownerNameOf(place: Place, request: PlaceRequest): string {
  return ownMember(request.ownerEntries, place.owner.id)?.name ?? place.owner.name ?? place.owner.id
}

/**
 * Returns the slug of a deleted place, which frees the former one (D21). The first 8 digits of a UUIDv7 are its time.
 */
export function deletedSlug(slug: string, id: PlaceId): string {
  return `${slug}-deleted-${id.slice(-8)}`
}

/**
 * Predicts the base of the new slug, so that a store can check ahead whether it is free; undefined if the slug will
 * stay. It is only a guess: the rules are not applied, and nothing may depend on it.
 */
export function likelySlugBase(
  request: PlaceRequest,
  place: Place | undefined,
  { slugs }: { readonly slugs: Slugs },
): string | undefined {
  if (request.action === 'restore') return place && slugs.base(ownerNameOf(place, request), place.name, place.id)
  if (!('body' in request)) return undefined
  const sentText = (...path: string[]) => {
    const text = valueAt(request.body, path)
    return typeof text === 'string' ? canonicalText(text) : undefined
  }
  const name = sentText('name')
  if (name === undefined || name === place?.name) return undefined
  const ownerId = sentText('owner', 'id') ?? place?.owner.id ?? ''
  const sent = sentText('owner', 'name') ?? (ownerId === place?.owner.id ? place?.owner.name : undefined)
  const ownerName = ownMember(request.ownerEntries, ownerId)?.name ?? sent ?? ownerId
  // Nothing has been validated yet, and slugs are cached with their texts.
  if (name.length > limits.name || ownerName.length > limits.string) return undefined
  return slugs.base(ownerName, name, place?.id ?? ('newId' in request ? request.newId : request.id))
}
