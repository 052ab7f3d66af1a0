import { Alert } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { exchangedOf } from '../../src/geo/odd-country.ts'
import { answered } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import type { LonLat } from '../place/place-traits.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { AboutPlace } from './input-props.ts'
import { inputWords } from './input-words.ts'

const pauseMillis = 400
const charactersMax = 100

interface PositionDoubtsProps {
  readonly position: LonLat
  readonly onSwap: (position: LonLat) => void
}

/** Asks whether an odd position is right. It can be saved as it is. */
export function PositionDoubts({ position, onSwap }: PositionDoubtsProps) {
  const words = useWords(inputWords)
  const { country } = useFormat()
  const { api } = useSession()
  const { town = '' } = use(AboutPlace)
  const [asked] = useDebouncedValue(`${position.join()} ${town.slice(0, charactersMax)}`, pauseMillis)
  const { data } = useQuery({
    queryKey: ['position doubts', asked],
    queryFn: ({ signal }) => {
      const [at = '', ...named] = asked.split(' ')
      return answered(api.GET('/position/doubts', { params: { query: { at, town: named.join(' ') } }, signal }))
    },
  })
  const isOf = asked.startsWith(`${position.join()} `)
  const swapped = exchangedOf(position)
  return (isOf ? (data?.Doubts ?? []) : []).map(({ code, params }) => {
    const { country: is = '', countries = [] } = params as { readonly country?: string; readonly countries?: string[] }
    const texts: Readonly<Record<string, string>> = {
      'position-zero': words.positionZero,
      'position-swapped': words.positionSwapped,
      'position-water': words.positionWater,
      'position-town': words.positionTown(town, countries.map(country).join(', '), country(is)),
    }
    return (
      <Alert key={code} role="status" color="orange" p="xs">
        {texts[code]}{' '}
        {code === 'position-swapped' && swapped && (
          <Button size="sm" variant="default" onClick={() => onSwap(swapped)}>
            {words.swap}
          </Button>
        )}
      </Alert>
    )
  })
}
