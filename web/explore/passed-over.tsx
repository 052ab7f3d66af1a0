import { Text } from '@mantine/core'
import { useSearch } from 'wouter'
import { listFilters, parseSearch } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'

/** Says what of a search in the address is not understood and left out; nothing where all of it is. */
export function PassedOver() {
  const words = useWords(exploreWords)
  const found = passedOver(useSearch())
  if (found.length === 0) return null
  return (
    <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
      {words.passedOver(found.join(', '))}
    </Text>
  )
}

const shownMax = 5
const charactersMax = 60

/** The pairs of an address that a search would carry, but not with these values. */
function passedOver(text: string): readonly string[] {
  const value = parseSearch(text)
  const takes: Readonly<Record<string, (given: string) => boolean>> = {
    ...Object.fromEntries(listFilters.map((name) => [name, (given: string) => value[name].includes(given)])),
    state: (given) => given === value.state,
    open: (given) => given === 'now',
    bbox: () => value.bbox !== undefined,
    near: () => value.near !== undefined,
    orderby: (given) => given === value.orderby,
    page: (given) => given === String(value.page),
    view: (given) => given === 'list' || given === 'map',
  }
  const isOver = ([name, given]: readonly [string, string]) =>
    given !== '' && Object.hasOwn(takes, name) && !takes[name]?.(given)
  return [...new URLSearchParams(text)]
    .filter(isOver)
    .slice(0, shownMax)
    .map((pair) => pair.join('=').slice(0, charactersMax))
}
