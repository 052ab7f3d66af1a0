import { nearestOf } from '../../common/nearest-word.ts'
import { facilities } from '../../place/facilities.ts'
import type { PlaceTypeName } from '../../place/place-types.ts'
import { fold, withoutDiacritics } from '../text/folded-text.ts'
import { dayWords, type NamedDay } from './typed-days.ts'

interface TypesMeaning {
  readonly is: 'types'
  readonly names: readonly PlaceTypeName[]
  /** True for a special kind of the type, which is searched as text if a place has the word. */
  readonly isSpecial?: true
}

/** The meaning of a phrase in a typed search. */
export type PhraseMeaning =
  | TypesMeaning
  /** The `filter` of a facility, or `wheelchair` for one that a wheelchair needs. */
  | { readonly is: 'facility'; readonly filter: string }
  /** `hours`: a question for the hours, which selects nothing. */
  | { readonly is: 'open' | 'now' | 'hours' }
  | { readonly is: 'day'; readonly day: NamedDay }
  /** A part of a day, which counts beside a day or `open`; minutes from midnight. */
  | { readonly is: 'period'; readonly minute: number }
  /** `not` negates the next meaning, `closed` all opening times. Both are searched as text. */
  | { readonly is: 'not' | 'closed' | 'text' }
  /** Near the person who types. */
  | { readonly is: 'here' }
  /** A greatest distance. */
  | { readonly is: 'within'; readonly metres: number }
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
    'kyrka, kyrkan, kyrkor, kyrkorna, kyrkobyggnad, kyrkobyggnader, kyrkorum, kapell, kapellet, kapellen, ⛪, church, churches, chapel, chapels, kyrka eller kapell, kyrkor och kapell, svenska kyrkan, svenska kyrkans kyrkor, church of sweden, church or chapel, churches and chapels',
  ],
  [
    ['ParishHome'],
    'församlingshem, församlingshemmet, församlingshemmen, församlingsgård, församlingsgården, församlingsgårdar, församlingsgårdarna, församlingshus, församlingshuset, församlingshusen, församlingslokal, församlingslokaler, förs hem, förs gård, parish hall, parish halls, parish home, parish homes, parish house, parish houses, parish centre, parish centres, church hall, church halls',
  ],
  [
    ['Secretariat'],
    'expedition, expeditionen, expeditioner, expeditionerna, pastorsexpedition, pastorsexpeditionen, pastorsexpeditioner, pastorsexpeditionerna, kyrkoexpedition, kyrkoexpeditionen, kyrkoexpeditioner, församlingsexpedition, församlingsexpeditionen, församlingsexpeditioner, församlingsexpeditionerna, pastorsexp, kansli, kansliet, kyrkokansli, kyrkokansliet, församlingskansli, församlingskansliet, expeditionstid, expeditionstider, parish office, parish offices, church office, church offices, secretariat, secretariats',
  ],
  [
    ['Cemetery'],
    'kyrkogård, kyrkogården, kyrkogårdar, kyrkogårdarna, begravningsplats, begravningsplatsen, begravningsplatser, begravningsplatserna, kyrkog, gravplats, gravplatsen, gravplatser, griftegård, griftegården, griftegårdar, griftegårdarna, gravgård, gravgården, gravgårdar, 🪦, cemetery, cemeteries, graveyard, graveyards, churchyard, churchyards, burial ground, burial grounds, burial place, burial places',
  ],
  [
    polling,
    'vallokal, vallokalen, vallokaler, vallokalerna, röstningslokal, röstningslokalen, röstningslokaler, röstningslokalerna, röstlokal, röstlokaler, valställe, valställen, 🗳, polling station, polling stations, polling place, polling places, voting place, voting places, rösta, röstar, förtidsrösta, förtidsröstar, vote, vote early, advance vote, voting',
  ],
  [
    ['MainPollingStation'],
    'huvudröstningslokal, huvudröstningslokaler, huvudvallokal, huvudvallokaler, main polling station, main polling stations',
  ],
]

/** Words for special kinds of a type, such as cathedrals. */
const specialTypePhrases: typeof typePhrases = [
  [
    ['ChurchAndChapel'],
    'domkyrka, domkyrkan, domkyrkor, katedral, katedralen, cathedral, cathedrals, sommarkyrka, sommarkyrkor, vägkyrka, vägkyrkor, sockenkyrka, sockenkyrkor, landskyrka, stadskyrka, bykyrka, fjällkyrka, vigselkyrka, slottskapell, gravkapell, begravningskapell',
  ],
  [
    ['Cemetery'],
    'urnlund, urnlunden, urnlundar, minneslund, minneslunden, minneslundar, askgravlund, askgravlunden, askgravplats, gravlund, gravlunden, skogskyrkogård, memorial garden, memorial grove, grave, graves, grav, gravar, gravsten',
  ],
  [polling, 'valdistrikt, valdistriktet, förtidsröstning, förtidsröstningen, röstning, early voting, advance voting'],
]

/** Words for facilities beside their names and the headings of their columns. */
const facilityPhrases: Readonly<Record<string, string>> = {
  toilet:
    '🚻, 🚽, toaletten, toaletter, toaletterna, toa, toan, toalette, dass, dasset, mugg, muggen, offentlig toalett, offentliga toaletter, toilets, public toilet, public toilets, public restroom, public restrooms, loo, loos, lavatories, wash room, ladies room,  restroom, restrooms, bathroom, bathrooms, lavatory, washroom',
  wifi: 'wi-fi, wlan, wireless, wireless internet, trådlöst nätverk, trådlöst internet, trådlöst, internet, gratis wifi, gratis wi-fi, gratis internet, fri wifi, free wifi, free wi-fi, free internet, 📶',
  cafe: 'kafe, kafét, kyrkkafé, kyrkcafé, kyrkkaféet, kyrkcaféet, kafeet, caféet, kaféet, caféer, kaféer, cafeer, cafés, cafes, fika, serveringen, fikat, fikaställe, kaffe, ☕, coffee, cafeteria, kafeteria, kyrkkaffe, kyrkokaffe, lunchcafé, lunchkafé, coffee shop, coffee shops',
  charging:
    'laddstolpe, laddstolpen, laddstolpar, laddstolparna, laddstationer, laddstationen, laddplatser, laddplatsen, laddare, laddning, elbilsladdare, laddbox, ladda, ladda bil, ladda bilen, tesla, tesla laddare, supercharger, snabbladdare, ladda elbil, ladda elbilen, elbil, elbilar, elbilsladdning, elladdning, 🔌, electric car, charge my car, ev, ev charger, ev chargers, charging stations, charging point, charging points, charger, chargers, car charger, car charging',
  parking:
    'parkeringar, parkeringen, parkeringsplats, parkeringsplatser, parkeringsplatsen, p-platser, p-platsen, handikapparkering, handikapparkeringar, handikapplats, handikappsplats, bilparkering, parkera, parkera bilen, fri parkering, gratis parkering, 🅿, park my car, free parking, car park, car parks, parking lot, parking lots, parking space, parking spaces, parking place, parking places',
  accessibletoilet:
    'hkp toalett, hkp-toalett, hk-toalett, hcp toalett, handikapp toalett, toilet for disabled, disabled restroom, tillgängliga toaletter, tillgänglighetsanpassad toalett, handikapptoaletten, handikapptoaletter, handikappanpassade toaletter, handikappanpassad toalett, rullstolsanpassad toalett, toalett för rullstol, accessible toilets, accessible restroom, accessible bathroom, toalett för rullstolsburna, rullstolstoalett, wheelchair toilet, wheelchair accessible toilet, disabled toilet, disabled toilets',
  nonallergenicsoap: 'allergitvål, parfymfri tvål, oparfymerad tvål, fragrance-free soap, hypoallergenic soap',
  hearingloop:
    'hörslingor, t-slinga, hörteknik, hörapparat, hearing aid, hearing aids, loop system, hörslingan, hörselslinga, hörselslingan, hörselslingor, teleslingan, teleslingor, hearing loops, induction loops',
  ramp: 'barnvagn, barnvagnar, barnvagnsvänlig, barnvagnsvänligt, pram, prams, pushchair, pushchairs, stroller, strollers, rampen, ramper, ramperna, ramps',
  [wheelchair]:
    'permobil, rullator, hkp, mobility scooter, wheel chair, wheel chairs, barrier free, rullstol, rullstolen, rullstolar, rullstolsburen, rullstolsburna, rullstolsanpassad, rullstolsanpassat, rullstolsanpassade, rullstolsvänlig, rullstolsvänligt, rullstolsvänliga, tillgänglig, tillgängligt, tillgängliga, tillgänglighetsanpassad, tillgänglighetsanpassat, tillgänglighetsanpassade, handikappanpassad, handikappanpassat, handikappanpassade, handikappvänlig, handikappvänligt, handikappvänliga, utan trappor, utan trappa, utan trappsteg, utan trösklar, inga trappor, trappfri, trappfritt, no steps, no stairs, without steps, without stairs, stegfri, stegfritt, stegfria, wheelchair, wheelchairs, wheelchair access, wheelchair accessible, wheelchair-friendly, accessible, accessibility, tillgänglighet, framkomlig, framkomligt, framkomliga, handikapp, disabled, disability access, ♿, step-free, step free, step-free access, disabled access',
}

const otherPhrases: readonly (readonly [meaning: PhraseMeaning, phrases: string])[] = [
  [{ is: 'open' }, 'öppen, öppet, öppna, open, opened, opens, öppnar'],
  [{ is: 'now' }, 'nu, just nu, now, right now'],
  [
    { is: 'hours' },
    'öppettider, öppettid, öppettiderna, öppethållande, opening hours, opening times, hours, när, when, hur dags, what time, när stänger, när öppnar, hur länge, how long, when does it close, closing time, closing times',
  ],
  [
    { is: 'period', minute: 10 * 60 },
    'morning, morgon, morgonen, bitti, bittida, förmiddag, förmiddagen, i förmiddag, fm',
  ],
  [
    { is: 'period', minute: 12 * 60 },
    'noon, midday, lunch, lunchen, lunchtid, lunchtime, vid lunch, vid lunchtid, at lunch, at lunchtime, mitt på dagen',
  ],
  [{ is: 'period', minute: 14 * 60 }, 'afternoon, eftermiddag, eftermiddagen, i eftermiddag, this afternoon, em'],
  [
    { is: 'period', minute: 18 * 60 },
    'evening, evenings, kväll, kvällen, kvällar, kvällarna, kvällstid, sent, till sent, sent på kvällen, late, until late, efter jobbet, after work',
  ],
  [{ is: 'period', minute: 23 * 60 }, 'night, natt, natten, nattetid'],
  [{ is: 'closed' }, 'stängd, stängt, stängda, stänger, closed, closes, closing'],
  [{ is: 'not' }, 'inte, ej, icke, varken, neither, utan, utom, förutom, ingen, inget, inga, not, no, without, except'],
  [
    { is: 'text' },
    'changing, öppen förskola, öppna förskolan, öppet hus, open house, dygnet runt, året runt, 24/7, 24 7, stora, lilla, gamla, nya, norra, södra, östra, västra, övre, nedre',
  ],
  [
    { is: 'here' },
    'nearme, näramig, near me, nära mig, nearby, i närheten, närmast, närmast mig, close to me, close by, around me, around here, nära här, near here, from here, härifrån, from me, of me, från mig, in my area, near my location, my location, min position, min plats, i min närhet, i mitt område, nära min plats, där jag är nu, här, here, närmaste, närmsta, nearest, closest, där jag är, där jag bor, where i am, 📍',
  ],
  [
    { is: 'near' },
    'near, nära, vid, kring, runt, omkring, around, close to, nearest to, closest to, next to, i närheten av, i trakten av, i trakterna av, trakten av, i området runt, i området kring, närmast, intill, bredvid, utanför, outside',
  ],
  [
    { is: 'within', metres: 1000 },
    'gångavstånd, på gångavstånd, inom gångavstånd, promenadavstånd, på promenadavstånd, inom promenadavstånd, walking distance, within walking distance, in walking distance',
  ],
  [{ is: 'in' }, 'i, in, inom, inside, within, inne i'],
  [
    { is: 'joining' },
    'och, and, med, with, en, ett, a, an, the, som, är, is, are, that, which, has, have, har, till, to, for, för, av, of, på, on, den, det, de, this, at, finns, var, where, vilka, eller, or, ligger, plats, platser, place, places, all, alla, hitta, find',
  ],
  [
    { is: 'joining' },
    'med omnejd, omnejd, vägbeskrivning, vägbeskrivning till, karta, id, vart, vad, vilken, vilket, hur, kan, man, jag, vi, du, min, mitt, mina, mig, oss, någon, något, några, nån, nåt, nåra, söker, söka, sök, letar, vill, behöver, skulle, ska, visa, ha, få, finna, besöka, gå, tack, hej, också, samt, både, där, bara, endast, gärna, under, över, från, efter, senare, sverige, nästa, kommande, denna, detta, dessa, nu på, hela landet, hela sverige',
  ],
  [
    { is: 'joining' },
    'wheres, whats, hows, directions, directions to, map, there, it, do, does, can, could, we, you, my, me, need, want, looking, looking for, look for, search, search for, show, show me, give me, please, any, some, anything, anywhere, something, somewhere, what, how, get, go, visit, be, during, over, from, also, both, later, sweden, would, like, only, next, coming, upcoming, during the, after, i can, can i, do i',
  ],
  [
    { is: 'joining' },
    'tel, telefon, telefonnr, telefonnummer, tfn, tlf, mobil, mobilnummer, nummer, numret, ring, ringa, phone, telephone, phone number, telephone number, number, call, adress, adressen, address, postnummer, postnr, postal code, zip code',
  ],
]

/** Returns a word folded and without apostrophes. */
function written(word: string): string {
  return fold(word).replaceAll(/['’]/g, '')
}

/** Returns the form in which words are compared: folded, without diacritics and apostrophes. */
export function wordKey(word: string): string {
  return withoutDiacritics(written(word))
}

/** Pictures that stand for words. */
const pictures = '⛪🪦🗳🚻🚽📶☕🔌🅿♿📍'
const wordForm = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*(?:['’]\\p{L}+)*|[${pictures}]`, 'gu')

/** A word of a typed text, by its place in the text. */
export interface TypedWord {
  readonly key: string
  /** With its diacritics: `när` is another word than `nar`. */
  readonly written: string
  readonly from: number
  readonly to: number
}

/** Returns the words of a text in their order. */
export function typedWords(text: string): TypedWord[] {
  return Array.from(text.matchAll(wordForm), ({ 0: word, index }) => {
    return { key: wordKey(word), written: written(word), from: index, to: index + word.length }
  })
}

/** Returns the key of a phrase: those of its words. */
export function phraseKey(text: string): string {
  return keyOf(typedWords(text), 'key')
}

function keyOf(words: readonly TypedWord[], form: 'key' | 'written'): string {
  return words.map((word) => word[form]).join(' ')
}

/** Returns the meaning of words; undefined for none. Diacritics may be missing, but Åre is not `are`. */
export function phraseOf(words: readonly TypedWord[]): PhraseMeaning | undefined {
  return phrases.get(keyOf(words, 'written'))
}

/** The phrases of both languages with their meanings; of equal ones the first counts. */
const allPhrases: readonly (readonly [phrase: string, meaning: PhraseMeaning])[] = [
  ...typePhrases.map(([names, listed]) => [{ is: 'types', names }, listed.split(', ')] as const),
  ...specialTypePhrases.map(
    ([names, listed]) => [{ is: 'types', names, isSpecial: true }, listed.split(', ')] as const,
  ),
  ...facilities.map(
    ({ filter, en, sv, headings }) => [{ is: 'facility', filter }, [en.has, sv.has, ...headings]] as const,
  ),
  ...Object.entries(facilityPhrases).map(
    ([filter, listed]) => [{ is: 'facility', filter }, listed.split(', ')] as const,
  ),
  ...dayWords.map((day) => [{ is: 'day', day }, day.phrases] as const),
  ...otherPhrases.map(([meaning, listed]) => [meaning, listed.split(', ')] as const),
].flatMap(([meaning, listed]) => listed.map((phrase) => [phrase, meaning as PhraseMeaning] as const))

/** Their keys: as they are written, and without diacritics unless another phrase is written so. */
export const phrases: ReadonlyMap<string, PhraseMeaning> = new Map(
  [
    ...allPhrases.map(([phrase, meaning]) => [keyOf(typedWords(phrase), 'written'), meaning] as const),
    ...allPhrases.map(([phrase, meaning]) => [phraseKey(phrase), meaning] as const),
  ].toReversed(),
)

/** Returns the types that a text names in words of either language, or nearly so; none if it names no type. */
export function typesNamed(text: string): readonly PlaceTypeName[] {
  const key = phraseKey(text)
  const types = new Map(
    [...phrases].flatMap(([phrase, meaning]) => (meaning.is === 'types' ? [[phrase, meaning.names]] : [])),
  )
  return types.get(key) ?? types.get(nearestOf(key, types.keys()) ?? '') ?? []
}
