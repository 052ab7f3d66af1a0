import { Badge } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import type { PlaceState } from './place-state.ts'
import { placeWords } from './place-words.ts'

const colours: Readonly<Record<PlaceState, string>> = {
  published: 'green',
  scheduled: 'blue',
  draft: 'gray',
  unpublished: 'orange',
  deleted: 'red',
}

/** The state of a place as a word on a colour. */
export function StateBadge({ state }: { readonly state: PlaceState }) {
  const words = useWords(placeWords)
  return (
    <Badge
      variant="light"
      color={colours[state]}
      bd={`1px solid var(--mantine-color-${colours[state]}-6)`}
      radius="sm"
      size="sm"
      flex="none"
    >
      {words.states[state]}
    </Badge>
  )
}
