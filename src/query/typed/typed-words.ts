import { nearestOf } from '../../common/nearest-word.ts'
import { facilities } from '../../place/facilities.ts'
import type { PlaceTypeName } from '../../place/place-types.ts'
import { fold, withoutDiacritics } from '../text/folded-text.ts'
import { dayWords, type NamedDay } from './typed-days.ts'

/** The meaning of a phrase in a typed search. */
export type PhraseMeaning =
  | { readonly is: 'types'; readonly names: readonly PlaceTypeName[] }
  /** The `filter` of a facility, or `wheelchair` for one that a wheelchair needs. */
  | { readonly is: 'facility'; readonly filter: string }
  | { readonly is: 'open' | 'now' }
  | { readonly is: 'day'; readonly day: NamedDay }
  /** Near the person who types. */
  | { readonly is: 'here' }
  /** A word in front of the name of a town, which decides what it means. */
  | { readonly is: 'near' | 'in' }
  /** A word that joins others and selects nothing. */
  | { readonly is: 'joining' }

/** The word for a facility that a wheelchair needs: a ramp, and with `toilet` an accessible one. */
export const wheelchair = 'wheelchair'

const polling: readonly PlaceTypeName[] = ['PollingStation', 'MainPollingStation']

/** The words for types, singular, definite and plural, in both languages. */
const typePhrases: readonly (readonly [names: readonly PlaceTypeName[], phrases: string])[] = [
  [
    ['ChurchAndChapel'],
    'kyrka, kyrkan, kyrkor, kyrkorna, kyrkobyggnad, kyrkobyggnader, kapell, kapellet, kapellen, church, churches, chapel, chapels, kyrka eller kapell, kyrkor och kapell, church or chapel, churches and chapels',
  ],
  [
    ['ParishHome'],
    'församlingshem, församlingshemmet, församlingshemmen, församlingsgård, församlingsgården, församlingsgårdar, församlingsgårdarna, församlingshus, församlingshuset, församlingshusen, parish hall, parish halls, parish home, parish homes, parish house, parish houses, parish centre, parish centres, church hall, church halls',
  ],
  [
    ['Secretariat'],
    'expedition, expeditionen, expeditioner, expeditionerna, pastorsexpedition, pastorsexpeditionen, pastorsexpeditioner, pastorsexpeditionerna, kyrkoexpedition, kyrkoexpeditionen, kyrkoexpeditioner, församlingsexpedition, församlingsexpeditionen, församlingsexpeditioner, församlingsexpeditionerna, parish office, parish offices, church office, church offices, secretariat, secretariats',
  ],
  [
    ['Cemetery'],
    'kyrkogård, kyrkogården, kyrkogårdar, kyrkogårdarna, begravningsplats, begravningsplatsen, begravningsplatser, begravningsplatserna, gravplats, gravplatser, griftegård, griftegården, griftegårdar, griftegårdarna, gravgård, gravgårdar, cemetery, cemeteries, graveyard, graveyards, churchyard, churchyards, burial ground, burial grounds, burial place, burial places',
  ],
  [
    polling,
    'vallokal, vallokalen, vallokaler, vallokalerna, röstningslokal, röstningslokalen, röstningslokaler, röstningslokalerna, röstlokal, röstlokaler, polling station, polling stations, polling place, polling places, voting place, voting places',
  ],
  [
    ['MainPollingStation'],
    'huvudröstningslokal, huvudröstningslokaler, huvudvallokal, huvudvallokaler, main polling station, main polling stations',
  ],
]

/** Words for facilities beside their names and the headings of their columns. */
const facilityPhrases: Readonly<Record<string, string>> = {
  toilet:
    'toaletten, toaletter, toaletterna, toa, toan, toilets, restroom, restrooms, bathroom, bathrooms, lavatory, washroom',
  wifi: 'wi-fi, wlan, trådlöst nätverk, trådlöst internet, internet',
  cafe: 'kafe, kafét, kafeet, caféet, kaféet, caféer, kaféer, cafeer, cafés, cafes, fika, serveringen, coffee, coffee shop, coffee shops',
  charging:
    'laddstolpe, laddstolpen, laddstolpar, laddstolparna, laddstationer, laddstationen, laddplatser, laddplatsen, laddare, laddning, elbilsladdare, laddbox, charging stations, charging point, charging points, charger, chargers, car charger, car charging',
  parking:
    'parkeringar, parkeringen, parkeringsplats, parkeringsplatser, parkeringsplatsen, p-platser, p-platsen, bilparkering, car park, car parks, parking lot, parking lots, parking space, parking spaces, parking place, parking places',
  accessibletoilet:
    'tillgängliga toaletter, tillgänglighetsanpassad toalett, handikapptoaletter, handikappanpassad toalett, rullstolsanpassad toalett, toalett för rullstol, accessible toilets, accessible restroom, accessible bathroom, wheelchair toilet, wheelchair accessible toilet, disabled toilet, disabled toilets',
  nonallergenicsoap: 'allergitvål, parfymfri tvål, oparfymerad tvål, fragrance-free soap, hypoallergenic soap',
  hearingloop:
    'hörslingan, hörslingor, hörselslinga, hörselslingan, hörselslingor, teleslingan, teleslingor, hearing loops, induction loops',
  ramp: 'rampen, ramper, ramperna, ramps',
  [wheelchair]:
    'rullstol, rullstolen, rullstolar, rullstolsburen, rullstolsburna, rullstolsanpassad, rullstolsanpassat, rullstolsanpassade, rullstolsvänlig, rullstolsvänligt, rullstolsvänliga, tillgänglig, tillgängligt, tillgängliga, tillgänglighetsanpassad, tillgänglighetsanpassat, tillgänglighetsanpassade, handikappanpassad, handikappanpassat, handikappanpassade, stegfri, stegfritt, stegfria, wheelchair, wheelchairs, wheelchair access, wheelchair accessible, wheelchair-friendly, accessible, step-free, step-free access, disabled access',
}

const otherPhrases: readonly (readonly [meaning: PhraseMeaning, phrases: string])[] = [
  [{ is: 'open' }, 'öppen, öppet, öppna, open, opened, opens, öppnar'],
  [{ is: 'now' }, 'nu, just nu, now, right now'],
  [
    { is: 'here' },
    'near me, nära mig, nearby, i närheten, närmast, närmast mig, close to me, close by, around me, around here, nära här, near here, här, here, närmaste, närmsta, nearest, closest, där jag är',
  ],
  [
    { is: 'near' },
    'near, nära, vid, kring, runt, omkring, around, close to, nearest to, closest to, next to, i närheten av, närmast',
  ],
  [{ is: 'in' }, 'i, in, inom, inside, within'],
  [
    { is: 'joining' },
    'och, and, med, with, en, ett, a, an, the, som, är, is, are, that, which, has, have, har, till, to, for, för, av, of, på, on, den, det, de, this, at, finns, var, where, vilka, eller, or, ligger, plats, platser, place, places, all, alla, hitta, find',
  ],
]

/** Returns the form in which words are compared: folded, without diacritics and apostrophes. */
export function wordKey(word: string): string {
  return withoutDiacritics(fold(word)).replaceAll(/['’]/g, '')
}

const wordForm = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’]\p{L}+)*/gu

/** A word of a typed text, by its place in the text. */
export interface TypedWord {
  readonly key: string
  readonly from: number
  readonly to: number
}

/** Returns the words of a text in their order. */
export function typedWords(text: string): TypedWord[] {
  return Array.from(text.matchAll(wordForm), ({ 0: word, index }) => {
    return { key: wordKey(word), from: index, to: index + word.length }
  })
}

/** Returns the key of a phrase: those of its words. */
export function phraseKey(text: string): string {
  return typedWords(text)
    .map(({ key }) => key)
    .join(' ')
}

/** The phrases of both languages by their keys; the first meaning of a phrase counts. */
export const phrases: ReadonlyMap<string, PhraseMeaning> = new Map(
  [
    ...otherPhrases.toReversed().map(([meaning, listed]) => [meaning, listed.split(', ')] as const),
    ...dayWords.map((day) => [{ is: 'day', day }, day.phrases] as const),
    ...Object.entries(facilityPhrases).map(
      ([filter, listed]) => [{ is: 'facility', filter }, listed.split(', ')] as const,
    ),
    ...facilities.map(
      ({ filter, en, sv, headings }) => [{ is: 'facility', filter }, [en.has, sv.has, ...headings]] as const,
    ),
    ...typePhrases.map(([names, listed]) => [{ is: 'types', names }, listed.split(', ')] as const),
  ].flatMap(([meaning, listed]) => listed.map((phrase) => [phraseKey(phrase), meaning as PhraseMeaning] as const)),
)

/** Returns the types that a text names in words of either language, or nearly so; none if it names no type. */
export function typesNamed(text: string): readonly PlaceTypeName[] {
  const key = phraseKey(text)
  const types = new Map(
    [...phrases].flatMap(([phrase, meaning]) => (meaning.is === 'types' ? [[phrase, meaning.names]] : [])),
  )
  return types.get(key) ?? types.get(nearestOf(key, types.keys()) ?? '') ?? []
}
