import { type Reason, reason } from '../../common/reason.ts'
import { type Phone, parsePhone } from '../../place/phone.ts'

/** The number in a cell of telephone numbers, and remarks on what is left out. */
interface RowPhone {
  readonly phone?: Phone
  readonly notes: readonly Reason[]
}

/** The most characters of a cell in which several numbers are sought. */
const lengthMax = 500

/** Signs and words between two numbers, the surest first: a slash may also be a part of one number. */
const separators = [
  /[;|\n]|,(?!\d)|\s(?:och|and|und|et|og|ja|en|y|e|or|oder|ou|eller|tai|of)\s/i,
  /,/,
  /\s\/\s?|\/\s/,
  /\//,
]

/**
 * Reads the first telephone number of a cell; others are reported. A number without + and a code belongs to a country;
 * if that is not known, it is a question.
 */
export function phoneOfCell(text: string, column: string, country: string | undefined): RowPhone {
  const got = text.slice(0, 100)
  const whole = parsePhone(text, country)
  if (!('code' in whole)) return { phone: whole, notes: [] }
  for (const separator of text.length > lengthMax ? [] : separators) {
    const parts = text.split(separator).map((part) => part.trim())
    const [first = '', ...others] = parts.filter((part) => part !== '')
    if (others.length === 0) continue
    const phone = parsePhone(first, country)
    if ('code' in phone) continue
    return { phone, notes: [reason('phone-first', { others: others.join(', ').slice(0, 100) })] }
  }
  const isOpen = country === undefined && !/^\s*(?:\+|00)/.test(text)
  const fault = isOpen ? reason('choose-country', { got }) : reason('cell-left-out', { column, got, fault: whole })
  return { notes: [fault] }
}
