import { osmColumn } from '../../src/exchange/understanding/osm-column.ts'
import { facilities } from '../../src/place/facilities.ts'
import type { PlaceTypeKey } from '../place/place-traits.ts'

/** What people call the types beside their names. */
export const typeWords: { readonly [Key in PlaceTypeKey]?: readonly string[] } = {
  churchAndChapel: ['kyrka', 'kapell', 'domkyrka', 'church', 'chapel', 'cathedral'],
  cemetery: ['kyrkogård', 'begravningsplats', 'griftegård', 'churchyard', 'graveyard'],
  parishHome: ['församlingshem', 'församlingsgård', 'församlingshus', 'parish hall'],
  secretariat: ['expedition', 'pastorsexpedition', 'församlingsexpedition', 'office'],
  pollingStation: ['vallokal'],
}

/** How columns are called in the tables that people have, in Swedish and English, by the target that they mean. */
export const headingWords: Readonly<Record<string, readonly string[]>> = {
  key: ['id', 'nyckel', 'extern id', 'external id', 'källans id', 'ref', 'referens', 'objectid', 'globalid', 'fid'],
  parentKey: ['överordnad', 'förälder', 'parent', 'parent id', 'överordnad nyckel', 'tillhör'],
  type: ['typ', 'platstyp', 'place type', 'slag'],
  latitude: [
    ...['lat', 'latitud', 'y', 'n', 'wgs84 lat', 'breddgrad', 'geo lat'],
    ...['nord', 'north', 'northing', 'n-koordinat'],
  ],
  longitude: [
    ...['lon', 'lng', 'long', 'longitud', 'x', 'e', 'wgs84 lon', 'längdgrad', 'geo lon'],
    ...['öst', 'ost', 'east', 'easting', 'e-koordinat'],
  ],
  position: [
    ...['koordinater', 'koordinat', 'coordinates', 'läge', 'latlng', 'latlon'],
    ...['geo', 'gps', 'sweref', 'sweref 99 tm', 'rt 90'],
  ],
  name: ['namn', 'platsnamn', 'place name', 'benämning', 'titel', 'title', 'lokal', 'lokalnamn', 'plats', 'place'],
  shortDescription: ['kort beskrivning', 'ingress', 'sammanfattning', 'summary', 'short text'],
  longDescription: ['beskrivning', 'description', 'text', 'brödtext', 'om platsen', 'about'],
  published: ['publicerad', 'publicerad från', 'publiceringsdatum', 'publish date'],
  depublished: ['avpublicerad', 'avpublicerad från', 'unpublish date'],
  'owner.id': ['ägar-id', 'ägarens id', 'owner id', 'organisationsnummer', 'orgnr', 'enhets-id'],
  ownerName: [
    ...['ägare', 'owner', 'huvudman', 'enhet', 'ägarens namn', 'ägarnamn', 'owner name', 'församling', 'pastorat'],
    ...['organisation', 'enhetsnamn'],
  ],
  'owner.type': ['ägartyp', 'typ av ägare', 'enhetstyp'],
  'parent.id': ['överordnad plats', 'parent place'],
  'visitingInfo.address': ['adress', 'gatuadress', 'besöksadress', 'address', 'street', 'street address', 'gata'],
  'visitingInfo.postalCode': ['postnummer', 'postnr', 'zip', 'zip code', 'postcode', 'postal code'],
  'visitingInfo.city': ['ort', 'postort', 'stad', 'city', 'town', 'tätort'],
  'visitingInfo.description': ['vägbeskrivning', 'hitta hit', 'directions'],
  'contactInfo.phone': ['telefonnummer', 'tel', 'tfn', 'växel', 'mobil', 'phone', 'phone number', 'mobile'],
  'contactInfo.phone.CountryCode': ['landsnummer', 'country code'],
  'contactInfo.phone.AreaCode': ['riktnummer', 'riktnr', 'area code'],
  'contactInfo.email': ['e-post', 'epostadress', 'mail', 'mejl', 'e-mail', 'email address'],
  'contactInfo.url': ['webb', 'webbplats', 'webbsida', 'hemsida', 'url', 'länk', 'website', 'homepage', 'web'],
  [osmColumn]: ['öppettider', 'hours'],
  'placeDetails.info': ['bekvämligheter', 'faciliteter', 'facilities', 'info'],
  'placeDetails.accessibility.info': ['tillgänglighet', 'accessibility'],
  ...Object.fromEntries(facilities.map(({ path, headings }) => [path, headings])),
  categories: ['kategorier', 'kategori', 'category'],
  tags: ['taggar', 'tagg', 'tag', 'etiketter'],
}
