import { Fragment } from 'react'
import { useSearch } from 'wouter'
import { typesNamed } from '../../src/query/typed/typed-words.ts'
import { typeNamed } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { listFilters, parseSearch, type SearchProps } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './explorer.module.css'

/** Lists the parts of a search in the address that were not understood; renders nothing without any. */
export function PassedOver({ value, onChange }: SearchProps) {
  const words = useWords(exploreWords)
  const found = passedOver(useSearch())
  if (found.length === 0) return null
  const others = found.filter(([name, given]) => name !== 'is' || typesNamed(given).length === 0)
  return (
    <div role="status" className={styles.status}>
      {found
        .filter((pair) => !others.includes(pair))
        .map(([, given]) => (
          <UnknownType key={given} given={given} onChosen={(name) => onChange({ is: [...value.is, name] })} />
        ))}
      {others.length > 0 && words.passedOver(others.map((pair) => pair.join('=').slice(0, charactersMax)).join(', '))}
    </div>
  )
}

interface UnknownTypeProps {
  readonly given: string
  readonly onChosen: (name: string) => void
}

/** Says that a type is unknown, and offers those that are probably meant. */
function UnknownType({ given, onChosen }: UnknownTypeProps) {
  const words = useWords(exploreWords)
  const { types } = useWords(placeWords)
  return (
    <p>
      {words.unknownType(given.slice(0, charactersMax))}{' '}
      {typesNamed(given).map((name, nth) => (
        <Fragment key={name}>
          {nth > 0 && ' · '}
          <button type="button" className={styles.link} onClick={() => onChosen(name)}>
            {types[typeNamed(name)!.key]}
          </button>
        </Fragment>
      ))}
    </p>
  )
}

const shownMax = 5

const charactersMax = 60

/** Returns the pairs of an address that a search has, but not with these values. */
function passedOver(text: string): readonly (readonly [name: string, given: string])[] {
  const value = parseSearch(text)
  const takes: Readonly<Record<string, (given: string) => boolean>> = {
    ...Object.fromEntries(listFilters.map((name) => [name, (given: string) => value[name].includes(given)])),
    state: (given) => given === value.state,
    exact: (given) => given === 'true',
    open: (given) => given === value.openAt,
    telephone: (given) => given === value.telephone,
    address: (given) => given === value.address,
    area: () => value.isDrawn === true,
    bbox: () => value.bbox !== undefined,
    near: () => value.near !== undefined,
    orderby: (given) => given === value.orderby,
    page: (given) => given === String(value.page),
    view: (given) => given === 'list' || given === 'map',
  }
  const isOver = ([name, given]: readonly [string, string]) =>
    given !== '' && Object.hasOwn(takes, name) && !takes[name]?.(given)
  return [...new URLSearchParams(text)].filter(isOver).slice(0, shownMax)
}
