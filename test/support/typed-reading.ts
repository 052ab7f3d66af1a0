import { dayNumber, dayText } from '../../src/place/dates.ts'
import { formatOpenDays } from '../../src/place/open-days.ts'
import type { NamedThing, TypedContext, TypedPart } from '../../src/query/typed/typed-part.ts'
import { readTyped } from '../../src/query/typed/typed-search.ts'
import { phraseKey } from '../../src/query/typed/typed-words.ts'

/** A Sunday. */
export const today = '2026-11-29'

const town = (name: string): NamedThing => ({ town: { name, position: [17, 59] } })
const names: Readonly<Record<string, NamedThing>> = {
  Uppsala: { ...town('Uppsala'), municipality: 'Uppsala' },
  Norrtälje: { ...town('Norrtälje'), municipality: 'Norrtälje' },
  'Norrtälje kommun': { municipality: 'Norrtälje' },
  Sigtuna: town('Sigtuna'),
  Nacka: { municipality: 'Nacka' },
  Skåne: { county: 'Skåne län' },
  'Uppsala län': { county: 'Uppsala län' },
  Gothenburg: town('Göteborg'),
  Göteborg: town('Göteborg'),
  Ed: town('Ed'),
  Åre: town('Åre'),
  Storå: town('Storå'),
  'Sankt Olof': { town: { name: 'Sankt Olof', city: 'SANKT OLOF' } },
  'Norrtälje-Malsta församling': { owner: { ids: ['7'], name: 'Norrtälje-Malsta församling' } },
}
/** The towns, municipalities, counties and owners of the text, by their keys. */
export const byKey = new Map(Object.entries(names).map(([name, thing]) => [phraseKey(name), thing]))

/** Reads a text on that day, and writes its parts. */
export function read(
  text: string,
  fit: TypedContext['fit'] = 'none',
  meant?: Readonly<Record<string, string>>,
): string {
  const context = {
    today: dayNumber(today)!,
    named: (key: string) => byKey.get(key),
    fit,
    ...(meant && { meant: new Map(Object.entries(meant)) }),
  }
  return readTyped(text, context).map(shown).join(' | ')
}

function shown(part: TypedPart): string {
  switch (part.is) {
    case 'types':
      return `${part.isSpecial ? 'special ' : ''}${part.names.join('+')}`
    case 'words':
      return `“${part.words}”`
    case 'days':
      return `open ${formatOpenDays(part)}`
    case 'time':
      return `open ${dayText(part.day)} ${part.minute / 60}`
    case 'within':
      return `within ${part.metres}`
    case 'facility':
      return part.filter
    case 'owner':
    case 'municipality':
    case 'county':
      return `${part.is} ${part.name}`
    case 'address':
      return `at ${part.address}`
    case 'telephone':
      return `tel ${part.number}`
    case 'near':
      return `near ${part.town.name}`
    case 'point':
      return `near ${part.position.join(' ')}`
    case 'id':
      return `id ${part.id}`
    case 'slug':
      return `slug ${part.slug}`
    case 'postal':
      return `postal ${part.code}`
    case 'open':
    case 'here':
      return part.is
  }
}
