import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { isObject, type Json } from '../body/pointer.ts'
import { fieldWords } from '../place/field-words.ts'
import { phoneCountry, phoneNumber, readPhone } from '../place/phone-number.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import { editWords } from './edit-words.ts'
import { useFaultsBelow, useField } from './use-field.ts'
import { useTyped } from './use-typed.ts'

const at = '/contactInfo/phone'

/** A telephone number as people write it, of a place in a country; what is none is told when the field is left. */
export function PhoneField({ country }: { readonly country: string | undefined }) {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  const format = useFormat()
  const faultText = useFaultText()
  const { value, set } = useField<Json>(at)
  const [fault] = useFaultsBelow(at).values()
  const [isTyping, setTyping] = useState(false)
  const read = (text: string) => {
    const phone = text.trim() === '' ? undefined : readPhone(text, country)
    if (typeof phone !== 'string') set(phone)
    return typeof phone !== 'string'
  }
  const written = isObject(value) ? phoneNumber(value, country) : ''
  const wrong = (text: string) => faultText(String(readPhone(text, country)))
  const typed = useTyped(at, { written, read, wrong, fault })
  const home = phoneCountry(country)
  return (
    <TextInput
      data-field={at}
      label={labels['contactInfo.phone']}
      description={words.phoneHint(home && format.country(home))}
      inputMode="tel"
      value={typed.value}
      error={isTyping ? fault : typed.error}
      onFocus={() => setTyping(true)}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={() => {
        setTyping(false)
        typed.onBlur()
      }}
      autoComplete="off"
    />
  )
}
