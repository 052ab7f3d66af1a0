import { Center, Loader } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'

/** Something is on its way. */
export function Loading() {
  const words = useWords(kitWords)
  return (
    <Center p="xl" role="status" aria-label={words.loading}>
      <Loader type="dots" />
    </Center>
  )
}
