import type { Draft } from './draft.ts'
import { addFault, type FaultList, isFaulty, pointerOf } from './fault-list.ts'
import { addOpenHoursFaults } from './open-hours.ts'
import type { Media } from './place.ts'

/** Adds what breaks the rules between members, which a schema cannot say; parts at fault already are left alone. */
export function addPlaceFaults(draft: Draft, list: FaultList): void {
  if (!isFaulty(list, '/placeTypes')) addTypeFaults(draft, list)
  if (!isFaulty(list, '/geolocation')) addCoordinateFaults(draft, list)
  if (draft.openHours && !isFaulty(list, '/openHours')) addOpenHoursFaults(draft.openHours, list)
  if (draft.media && !isFaulty(list, '/media')) addMediaFaults(draft.media, list)
}

function addTypeFaults({ placeTypes }: Draft, list: FaultList): void {
  const keys = Object.keys(placeTypes)
  if (keys.length > 1) addFault(list, '/placeTypes', `a place has exactly one place type, got ${keys.join(', ')}`)
}

const axes = [
  { name: 'longitude', max: 180 },
  { name: 'latitude', max: 90 },
] as const

function addCoordinateFaults({ geolocation }: Draft, list: FaultList): void {
  axes.forEach(({ name, max }, index) => {
    const value = geolocation.geometry.coordinates[index]!
    if (Math.abs(value) <= max) return
    const pointer = pointerOf(['geolocation', 'geometry', 'coordinates', index])
    addFault(list, pointer, `${name} must be -${max} to ${max} degrees, got ${value}`)
  })
}

function addMediaFaults(media: Media, list: FaultList): void {
  for (const kind of ['audio', 'video', 'images'] as const) {
    media[kind]?.forEach(({ url, provider, providerRef }, index) => {
      if (url !== undefined || (provider !== undefined && providerRef !== undefined)) return
      const got =
        provider === undefined ? (providerRef === undefined ? 'none of them' : 'providerRef alone') : 'provider alone'
      addFault(list, pointerOf(['media', kind, index]), `must have url, or both provider and providerRef, got ${got}`)
    })
  }
}

/** Adds the fault of a write that leaves depublished at or before published; `given` is the member to blame (D42). */
export function addPublicationFaults(draft: Draft, given: 'published' | 'depublished', list: FaultList): void {
  const { published, depublished } = draft
  if (published === undefined || depublished === undefined || published < depublished) return
  if (isFaulty(list, '/published') || isFaulty(list, '/depublished')) return
  addFault(
    list,
    `/${given}`,
    `depublished must be later than published, got depublished ${depublished} and published ${published}`,
  )
}
