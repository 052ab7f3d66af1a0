import { type Reason, reason } from '../../src/common/reason.ts'
import type { Phone } from '../../src/place/phone.ts'
import { isObject, type Json } from '../body/json.ts'

/**
 * The number that a text says beside columns of its parts (CountryCode, AreaCode, Number), or the reason where it says
 * none: a text that does not agree with the parts is what stands behind them.
 */
export function phoneBeside(parts: Json, text: string, read: (text: string) => Phone | Reason): Phone | Reason {
  const alone = read(text)
  if (!isObject(parts)) return alone
  const { CountryCode: country, AreaCode: area = '', Number: number = '' } = parts
  const fits = (phone: Phone | Reason) =>
    !('code' in phone) && digitsOf(phone).startsWith(`${country ?? phone.CountryCode}${area}${number}`)
  if (fits(alone)) return alone
  const joined = read(country === undefined ? `0${area}${text}` : `+${country}${area}${text}`)
  if (fits(joined) || 'code' in joined) return joined
  return reason('phone-parts', { parts: [country, area, number].join(' ').trim(), got: text })
}

function digitsOf({ CountryCode, AreaCode, Number: number }: Phone): string {
  return [CountryCode, AreaCode, number].join('')
}
