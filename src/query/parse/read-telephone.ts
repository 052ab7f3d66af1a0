import { named, reason } from '../../common/reason.ts'
import type { Model } from '../../place/model.ts'
import { countryOf, dialledNumber } from '../../place/phone.ts'
import type { Filter } from '../query.ts'
import { cut, invalidParameter } from './raw-query.ts'

/** The longest area code. */
const areaDigitsMax = 4

/**
 * Reads `telephone` as filters on the parts of a number. Places divide the same number differently, or not at all; a
 * local number has any area code.
 */
export function readTelephone(text: string | undefined, { fields, locale }: Model): Filter[] {
  if (text === undefined) return []
  const dialled = dialledNumber(text, countryOf(locale))
  if (dialled === undefined) throw invalidParameter(named('telephone', reason('phone', { got: cut(text) })))
  const { digits, countryCode } = dialled
  const equal = (value: string | number) => ({ negated: false, test: { is: 'equal', value: Number(value) } }) as const
  const none = { negated: false, test: { is: 'missing' } } as const
  const filter = (part: string, anyOf: Filter['anyOf']): Filter => ({
    field: fields.get(`contactinfo_phone_${part}`)!,
    anyOf,
  })
  if (countryCode === undefined) return [filter('number', [equal(digits)])]
  const lengths = Array.from({ length: Math.min(areaDigitsMax, digits.length - 1) }, (_, less) => less + 1)
  const rests = new Set([digits, ...lengths.map((length) => digits.slice(length))].map(Number))
  return [
    filter('countrycode', [equal(countryCode), none]),
    filter('areacode', [none, ...lengths.map((length) => equal(digits.slice(0, length)))]),
    filter('number', [...rests].map(equal)),
  ]
}
