import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'
import { Message } from './message.tsx'
import { ToSearch } from './to-search.tsx'

/** The view of an address that names nothing. */
export function NotFound() {
  const words = useWords(kitWords)
  return (
    <Message icon="search" title={words.notFoundTitle} text={words.notFound} order={1}>
      <ToSearch />
    </Message>
  )
}
