import type { Facility, Lacking } from './search-value.ts'

const en = {
  facilities: {
    toilet: 'Toilet',
    wifi: 'Wifi',
    cafe: 'Café',
    parking: 'Parking',
    charging: 'Charging station',
    ramp: 'Ramp',
    hearingloop: 'Hearing loop',
    accessibletoilet: 'Accessible toilet',
  } satisfies Record<Facility, string>,
  lackings: {
    hours: 'No opening hours',
    text: 'No long description',
    pictures: 'No pictures',
    accessibility: 'Nothing on accessibility',
  } satisfies Record<Lacking, string>,
}

const sv: typeof en = {
  facilities: {
    toilet: 'Toalett',
    wifi: 'Wifi',
    cafe: 'Kafé',
    parking: 'Parkering',
    charging: 'Laddstation',
    ramp: 'Ramp',
    hearingloop: 'Hörslinga',
    accessibletoilet: 'Tillgänglig toalett',
  },
  lackings: {
    hours: 'Utan öppettider',
    text: 'Utan lång beskrivning',
    pictures: 'Utan bilder',
    accessibility: 'Inget om tillgänglighet',
  },
}

/** The words of what places are asked to have, and of what they are asked to lack. */
export const searchWords = { en, sv }
