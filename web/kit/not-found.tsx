import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { addresses } from '../app/addresses.ts'
import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'
import { Message } from './message.tsx'

/** The view of an address that names nothing. */
export function NotFound() {
  const words = useWords(kitWords)
  return (
    <Message icon="search" title={words.notFoundTitle} text={words.notFound} order={1}>
      <Anchor component={Link} href={addresses.explorer}>
        {words.toSearch}
      </Anchor>
    </Message>
  )
}
