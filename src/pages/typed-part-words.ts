import { facilities } from '../place/facilities.ts'
import { formatOpenDays } from '../place/open-days.ts'
import { phoneTextOf } from '../place/phone.ts'
import { placeTypes } from '../place/place-types.ts'
import { holidayOn } from '../query/typed/typed-days.ts'
import type { SettledPart } from '../query/typed/typed-part.ts'
import { type Language, wordsOf } from '../words/words.ts'
import { capital } from './holiday.ts'
import { openDaysText } from './open-day-text.ts'
import { typeWords } from './page-words.ts'
import { withinText } from './within-text.ts'

/** The words for parts of a search, as within a line. */
const partWords = wordsOf({
  openNow: ['open now', 'öppet nu'],
  openToday: ['open today', 'öppet idag'],
  openTomorrow: ['open tomorrow', 'öppet imorgon'],
  at: ['{{day}} at {{time}}', '{{day}} kl. {{time}}'],
  // Behind the name of a holiday, its date stands between commas.
  atHoliday: ['{{day}}, at {{time}}', '{{day}}, kl. {{time}}'],
  id: ['the place with this id', 'platsen med detta id'],
  municipality: ['in {{name}}', 'i {{name}}'],
  near: ['near {{name}}', 'nära {{name}}'],
  here: ['near me', 'nära mig'],
  text: ['“{{text}}”', '”{{text}}”'],
})

/** The reader of labels: its language, and the number of the present day. */
export interface LabelReader {
  readonly language: Language
  readonly today: number
  /** The country whose telephone numbers are written without +. */
  readonly home: string | undefined
}

/** Returns the label of a part of a search within a line, such as `open now`. */
export function partLabel(part: SettledPart, reader: LabelReader): string {
  const { language } = reader
  const words = partWords[language]
  switch (part.is) {
    case 'types': {
      const keys = placeTypes.filter(({ name }) => part.names.includes(name)).map(({ key }) => key)
      return keys.map((key) => small(typeWords[language][key])).join(', ')
    }
    case 'words':
      return words.text(part.words)
    case 'open':
      return words.openNow
    case 'days':
      return daysLabel(part, reader)
    case 'time':
      return timeLabel(part, reader)
    case 'facility':
      return small(facilities.find(({ filter }) => filter === part.filter)![language].has)
    case 'owner':
      return part.name
    case 'address':
      return part.address
    case 'telephone':
      return phoneTextOf(part.number, reader.home)
    case 'id':
      return words.id
    case 'municipality':
    case 'county':
      return words.municipality(part.name)
    case 'near':
      return words.near(townName(part.town, language))
    case 'point':
      return words.near(
        part.position
          .toReversed()
          .map((degrees) => degrees.toFixed(4))
          .join(', '),
      )
    case 'here':
      return words.here
    case 'within':
      return withinText(part.metres, language)
  }
}

/** Returns the name of a town in a language. */
export function townName({ name, names }: Extract<SettledPart, { is: 'near' }>['town'], language: Language): string {
  return names?.[language] ?? name
}

function daysLabel(part: Extract<SettledPart, { is: 'days' }>, { language, today }: LabelReader): string {
  const words = partWords[language]
  const [day = today, ...others] = part.days
  const near = others.length > 0 ? undefined : [words.openToday, words.openTomorrow][day - today]
  return near && !holidayOn(day) ? near : openDaysText(formatOpenDays(part), language)
}

function timeLabel(part: Extract<SettledPart, { is: 'time' }>, reader: LabelReader): string {
  const words = partWords[reader.language]
  const day = daysLabel({ is: 'days', text: part.text, days: [part.day], isEvery: false }, reader)
  const time = [Math.floor(part.minute / 60), part.minute % 60].map((number) => String(number).padStart(2, '0'))
  return (holidayOn(part.day) ? words.atHoliday : words.at)(day, time.join(':'))
}

/** Returns the label of a whole search, whose parts follow each other: `Church or chapel · open now`. */
export function wholeLabel(labels: readonly string[]): string {
  return capital(labels.join(' · '))
}

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
