import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answered } from '../api/answered.ts'
import type { LonLat } from '../place/place-traits.ts'
import { useSession } from '../session/session.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { inputWords } from './input-words.ts'

const pauseMillis = 150
const [charactersMax, offeredMax] = [100, 8]

interface FindPositionProps {
  readonly onFound: (position: LonLat) => void
}

/** Finds a position by the words of a town, or of a street with places. */
export function FindPosition({ onFound }: FindPositionProps) {
  const words = useWords(inputWords)
  const { language } = useLanguage()
  const { api } = useSession()
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), pauseMillis)
  const { data } = useQuery({
    queryKey: ['positions', language, q],
    enabled: q !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      answered(api.GET('/position', { params: { query: { q, limit: offeredMax, lang: language } }, signal })),
  })
  // Several towns may have one name, of which the first is the likeliest.
  const found = new Map((q === '' ? [] : (data?.Results ?? [])).toReversed().map((one) => [one.text, one.coordinates]))
  return (
    <Autocomplete
      label={words.findPosition}
      description={words.findPositionHint}
      autoComplete="off"
      maxLength={charactersMax}
      value={text}
      onChange={setText}
      data={[...found.keys()].toReversed()}
      // The service has chosen them.
      filter={({ options }) => options}
      onOptionSubmit={(chosen) => {
        const [longitude, latitude] = found.get(chosen) ?? []
        if (longitude !== undefined && latitude !== undefined) onFound([longitude, latitude])
      }}
    />
  )
}
