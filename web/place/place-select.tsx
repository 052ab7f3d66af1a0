import { Select, type SelectProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Place } from '../../client/client.ts'
import { escaped } from '../../src/query/parse/filter-signs.ts'
import { answered } from '../api/answered.ts'
import { Soft } from '../kit/dimmed.tsx'
import { useSearchedSelect } from '../kit/hooks.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { type PlaceQuery, queryNames, usePlaceById } from './place-queries.ts'
import { typeOf } from './place-traits.ts'
import { placeWords } from './place-words.ts'

interface PlaceSelectProps extends Omit<SelectProps, 'value' | 'data'> {
  /** The id of the place that is chosen. */
  readonly value: string | undefined
  /** Further conditions on the places that are found. */
  readonly among?: PlaceQuery
  /** The place that is not offered. */
  readonly exceptId?: string | undefined
  /** Whose places come first. */
  readonly ownerId?: string | undefined
}

/** One place, found by words of its name. */
export function PlaceSelect({ value, among = {}, exceptId, ownerId, ...rest }: PlaceSelectProps) {
  const { types } = useWords(placeWords)
  const present = usePlaceById(value)
  const shown = present.data?.place.name ?? ''
  const { searched, select } = useSearchedSelect(shown)
  const others = useFound(searched, among, ownerId).filter(({ id }) => id !== value && id !== exceptId)
  const options = [
    ...(value === undefined ? [] : [{ value, label: shown || value }]),
    ...others.map(({ id, name, visitingInfo }) => ({
      value: id,
      label: visitingInfo?.city ? `${name}, ${visitingInfo.city}` : name,
    })),
  ]
  const factsOf = (id: string) => {
    const place = id === value ? present.data?.place : others.find((other) => other.id === id)
    return place ? `${types[typeOf(place).key]} · ${place.owner.name ?? place.owner.id}` : ''
  }
  return (
    <Select
      {...rest}
      {...select}
      value={value ?? null}
      data={options}
      renderOption={({ option }) => (
        <div>
          {option.label}
          <Soft size="xs">{factsOf(option.value)}</Soft>
        </div>
      )}
      nothingFoundMessage={searched.trim() === '' ? undefined : rest.nothingFoundMessage}
    />
  )
}

const shownMax = 12

/**
 * Places that a text may mean: first those of an owner, then those whose name begins so, then the others. Empty while
 * nothing is searched for.
 */
function useFound(text: string, among: PlaceQuery, ownerId: string | undefined): readonly Place[] {
  const { api, may } = useSession()
  const q = text.trim()
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'chosen', q, among, ownerId],
    placeholderData: keepPreviousData,
    enabled: q !== '',
    queryFn: async ({ signal }) => {
      const common = {
        ...among,
        limit: shownMax,
        ...(may('read') && { include: ['non-published' as const] }),
        expand: ['owner' as const],
      }
      const queries = [
        ...(ownerId === undefined ? [] : [{ ...common, q, owner_id: escaped(ownerId) }]),
        { ...common, name: `^${escaped(q)}` },
        { ...common, q },
      ]
      const pages = await Promise.all(
        queries.map((query) => answered(api.GET('/place', { params: { query }, signal }))),
      )
      return likelyFirst(
        pages.flatMap(({ Results }) => Results),
        q,
        ownerId,
      ).slice(0, shownMax)
    },
  })
  return q === '' ? [] : (data ?? [])
}

/** Each place once: those of an owner before those of others, and among them those whose name begins with a text. */
function likelyFirst(places: readonly Place[], text: string, ownerId: string | undefined): readonly Place[] {
  const beginning = text.toLowerCase()
  const rankOf = ({ name, owner }: Place) =>
    2 * Number(owner.id !== ownerId) + Number(!name.toLowerCase().startsWith(beginning))
  return [...new Map(places.map((place) => [place.id, place])).values()].toSorted(
    (one, other) => rankOf(one) - rankOf(other),
  )
}
