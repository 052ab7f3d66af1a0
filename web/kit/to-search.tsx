import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'

/** The way from where nothing more can be done. */
export function ToSearch() {
  const { toSearch } = useWords(kitWords)
  return (
    <Anchor component={Link} href={addresses.explorer}>
      {toSearch}
    </Anchor>
  )
}
