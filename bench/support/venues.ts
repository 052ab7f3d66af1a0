import { zipfRanks } from './random.ts'
import type { Line } from './world.ts'

/**
 * Invented venues with the skew of the real ones: how often cities, owners, categories and the words of names occur
 * falls as 1/rank, shifted a little, as it was fitted to them. The same on every run of a seed.
 */
export function* inventedVenues(count: number, random: () => number): Generator<Line> {
  const cities = Array.from({ length: cityCount }, (_, rank) => cityOf(rank, random))
  yield* cities.map(({ owner, name }) => ({ kind: 'owner', id: owner, type: 'Locality', name }))
  yield* Array.from({ length: categoryCount }, (_, rank) => ({
    kind: 'category',
    id: uuidOf(rank),
    name: `Services/${capital(wordOf(rank))}`,
  }))
  const draw = {
    city: zipfRanks(cityCount, random, 3),
    word: zipfRanks(wordCount, random, 2),
    category: zipfRanks(categoryCount, random, 3),
  }
  for (let number = 0; number < count; number++) {
    const city = cities[draw.city()]!
    const words = Array.from({ length: 2 + Math.floor(random() * 3) }, () => capital(wordOf(draw.word())))
    const street = `${Math.floor(random() * 999) + 1} ${capital(wordOf(draw.word()))} St`
    yield {
      key: `invented/${number}`,
      name: words.join(' '),
      updatedBy: 'import',
      published: new Date(Date.UTC(2010, 0, 1) + Math.floor(random() * 4000) * 86_400_000).toISOString(),
      geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: positionNear(city.center, random) } },
      owner: { id: city.owner, type: 'Locality' },
      visitingInfo: { address: street, postalCode: String(10_000 + Math.floor(random() * 89_999)), city: city.name },
      categories: [{ id: uuidOf(draw.category()) }],
      placeTypes: { external: {} },
    }
  }
}

const cityCount = 5_000
const categoryCount = 3_000
const wordCount = 180_000

interface City {
  readonly owner: string
  readonly name: string
  readonly center: readonly [number, number]
}

function cityOf(rank: number, random: () => number): City {
  const name = `${capital(wordOf(rank * 7 + 300))} ${rank % 3 === 0 ? 'Falls' : 'City'}`
  const center = [-110 + random() * 40, 30 + random() * 15] as const
  return { owner: `city-${rank}`, name: `${name}${rank}`, center }
}

/** Most within a few kilometres of the centre, some farther out. */
function positionNear([longitude, latitude]: City['center'], random: () => number): [number, number] {
  const spread = () => (random() + random() + random() - 1.5) * 0.08
  return [Number((longitude + spread()).toFixed(10)), Number((latitude + spread()).toFixed(10))]
}

const common =
  'inc s co svc center shop farm auto church school pizza dental bank hotel garage salon law st mc de pi ch sch ba'
    .concat(' ho ga sal ce br park house home care group studio market cafe tire city county first new old')
    .split(' ')
const syllables =
  'ba be bo ca ce co da de do fa fe ga go ha he ho ka ke la le li ma me mo na ne no pa pe ra re ro sa se'
    .concat(' so ta te ti to va ve vi wa we wi ya zo bra cho cla dri fro gra pla sta tri')
    .split(' ')

/** The word of a rank: common ones first, then syllables in the order of counting. */
function wordOf(rank: number): string {
  const known = common[rank]
  if (known !== undefined) return known
  let word = ''
  for (let left = rank; left > 0 || word.length < 4; left = Math.floor(left / syllables.length)) {
    word += syllables[left % syllables.length]
  }
  return word
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
}
