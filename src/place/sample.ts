import type { PlaceId, PlaceView } from './place.ts'
import sample from './sample-place.json' with { type: 'json' }

/**
 * Returns a place with every field filled, depublished, deleted and with all place types, as `test=true` returns it
 * (D37). It is not valid in the domain, and the same on every call.
 */
export function samplePlace(id: PlaceId = sampleId(1)): PlaceView {
  return { ...(structuredClone(sample) as unknown as PlaceView), id }
}

/** Returns as many sample places as requested, with distinct ids, names and slugs (D37). */
export function samplePlaces(count: number): PlaceView[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const place = samplePlace(sampleId(number))
    return { ...place, name: `Sample place ${number}`, slug: `sample-owner-sample-place-${number}` }
  })
}

/** Returns a well-formed UUIDv7 of the first millisecond of 1970, which the service never generates. */
function sampleId(number: number): PlaceId {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}
