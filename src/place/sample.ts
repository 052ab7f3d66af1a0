import type { Media, OpenHours, PlaceId, PlaceView } from './place.ts'
import { placeTypes } from './place-types.ts'

/**
 * A place with every field filled, depublished, deleted and all place types included, as `test=true` answers it
 * (D37): not valid in the domain, and the same on every call.
 */
export function samplePlace(id: PlaceId = sampleId(1)): PlaceView {
  return {
    id,
    parent: { id: sampleId(0), name: 'Sample building' },
    name: 'Sample place',
    slug: 'sample-owner-sample-place',
    shortDescription: 'A place that shows every field.',
    longDescription: 'A place that shows **every** field, for those who build on the interface.',
    created: '2026-01-01T08:00:00.00000Z',
    createdBy: 'sample.creator',
    updated: '2026-01-02T09:30:00.00000Z',
    updatedBy: 'sample.editor',
    published: '2026-01-03T00:00:00.00000Z',
    publishedBy: 'sample.publisher',
    depublished: '2026-12-31T23:59:59.99900Z',
    depublishedBy: 'sample.publisher',
    deleted: '2026-06-30T12:00:00.00000Z',
    deletedBy: 'sample.remover',
    geolocation: {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [17.634, 59.8581] },
      properties: { accuracyMetres: 5 },
    },
    geolocationInfo: {
      lkf: '038001',
      county: 'Uppsala län',
      municipality: 'Uppsala',
      city: 'Uppsala',
      localArea: 'Fjärdingen',
      country: 'SE',
    },
    owner: { id: 'sample-owner', name: 'Sample owner', type: 'Projekt' },
    ...contact,
    openHours,
    placeDetails,
    categories: [{ id: '5f0c1a52-7f0e-4a57-9d0c-000000000001', name: 'Sample category' }],
    tags: [{ id: '5f0c1a52-7f0e-4a57-9d0c-000000000002', name: 'Sample tag' }],
    media,
    placeTypes: samplePlaceTypes(),
  }
}

/** As many sample places as are asked for, told apart by id, name and slug (D37). */
export function samplePlaces(count: number): PlaceView[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const place = samplePlace(sampleId(number))
    return { ...place, name: `Sample place ${number}`, slug: `sample-owner-sample-place-${number}` }
  })
}

/** A well-formed UUIDv7 of the first millisecond of 1970, which the service never makes. */
function sampleId(number: number): PlaceId {
  return `00000000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

const contact = {
  contactInfo: {
    address: 'Samplegatan 1',
    postalCode: '753 10',
    city: 'Uppsala',
    visitingAddress: 'Samplegatan 1 A',
    phone: { CountryCode: 46, AreaCode: 18, Number: 123456 },
    email: 'sample@example.org',
    url: 'https://example.org/contact',
    fetchAutomatically: true,
  },
  visitingInfo: {
    address: 'Samplegatan 1 A',
    postalCode: '753 10',
    city: 'Uppsala',
    description: 'The entrance is on the courtyard.',
  },
} satisfies Partial<PlaceView>

const weekday = () => [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
]

const openHours: OpenHours[] = [
  {
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    days: {
      mo: weekday(),
      tu: weekday(),
      we: weekday(),
      th: weekday(),
      fr: [{ from: '18:00', to: '02:00' }],
      sa: [{ from: '10:00', to: '24:00' }],
      su: [],
    },
  },
]

const placeDetails: PlaceView['placeDetails'] & object = {
  info: 'Wifi, café and parking.',
  hasToilet: true,
  hasWifi: true,
  hasCafe: true,
  hasChargingStation: true,
  hasParking: true,
  accessibility: {
    info: 'No steps at the entrance.',
    toiletAccessible: true,
    toiletSoapNonAllergenic: true,
    hasHearingLoop: true,
    hasRamp: true,
  },
}

const medium = (kind: string) => ({
  tags: ['sample'],
  url: `https://example.org/${kind}`,
  providerRef: `${kind}-1`,
  provider: 'Sample provider',
  title: `Sample ${kind}`,
  description: `A sample ${kind}.`,
})

const media: Media = {
  audio: [medium('audio')],
  video: [{ ...medium('video'), descriptionType: 'sample' }],
  images: [{ ...medium('image'), alternateDescription: 'A house with an open door.' }],
  links: [{ tags: ['sample'], url: 'https://example.org', title: 'Sample link', qr: 'https://example.org/qr.png' }],
}

function samplePlaceTypes(): PlaceView['placeTypes'] {
  const polling = { canPrintDubblettrostkort: true }
  return Object.fromEntries(
    placeTypes.map(({ key }) => [key, key === 'pollingStation' || key === 'mainPollingStation' ? polling : {}]),
  )
}
