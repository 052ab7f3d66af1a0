import type { Caller } from '../access/access.ts'
import { type Reason, reason } from '../common/reason.ts'
import { type CountryAt, createCountryAt } from '../geo/locator.ts'
import { oddCountry } from '../geo/odd-country.ts'
import type { WaterAt } from '../geo/water-at.ts'
import type { Model } from '../place/model.ts'
import { countryOf } from '../place/phone.ts'
import type { LonLat } from '../place/place.ts'
import { phraseKey } from '../query/typed/typed-words.ts'
import type { KnownNames } from './known-names.ts'

interface DoubtParts {
  readonly known: KnownNames
  readonly model: Model
  readonly waterAt: WaterAt
}

/** A position to judge, and the town of its address. */
interface JudgedPosition {
  readonly at: LonLat
  readonly town: string
  readonly caller: Caller
}

let countries: Promise<CountryAt> | undefined

/**
 * Resolves with the reasons to ask whether a position is right: exchanged coordinates, another country than that of the
 * town of its address, or water. Empty if there are none.
 */
export async function doubtsAbout({ at, town, caller }: JudgedPosition, parts: DoubtParts): Promise<readonly Reason[]> {
  if (at[0] === 0 && at[1] === 0) return [reason('position-zero')]
  countries ??= createCountryAt()
  const [countryAt, names] = await Promise.all([countries, parts.known.names(caller)])
  const ofTown = names.townCountries.get(phraseKey(town)) ?? []
  const home = countryOf(parts.model.locale)
  const odd = oddCountry(at, ofTown.length > 0 ? ofTown : [...names.countries, ...(home === undefined ? [] : [home])], {
    countryAt,
  })
  if (odd?.is === 'swapped') return [reason('position-swapped')]
  const elsewhere =
    odd && ofTown.length > 0
      ? [reason('position-town', { country: odd.country, town: town.slice(0, 100), countries: ofTown })]
      : []
  return [...elsewhere, ...((await parts.waterAt(at)) ? [reason('position-water')] : [])]
}
