import type { Place } from '../../client/client.ts'
import { parentWords } from '../../src/pages/page-words.ts'
import { useNow } from '../kit/hooks.ts'
import { useWords } from '../words/language.tsx'
import styles from './place-item.module.css'
import { usePlaces } from './place-queries.ts'
import { stateOf } from './place-traits.ts'

export interface HiddenByParentProps {
  readonly place: Place
  /** The places that are shown with it, whose parents are read together. */
  readonly among: readonly Place[]
}

/** That a published place is not public, since its parent is not (D50). */
export function HiddenByParent({ place, among }: HiddenByParentProps) {
  const ids = [...new Set(among.flatMap(({ parent }) => parent.id ?? []))].sort()
  const { data } = usePlaces({
    id: ids.join(','),
    is: ['*'],
    include: ['deleted', 'non-published'],
    fields: ['published', 'depublished', 'deleted'],
    limit: ids.length,
  })
  const parent = data?.Results.find(({ id }) => id === place.parent.id)
  return parent ? <Said parent={parent} /> : null
}

function Said({ parent }: { readonly parent: Place }) {
  const words = useWords(parentWords)
  useNow()
  const state = stateOf(parent, Date.now())
  return state === 'published' ? null : <span className={styles.facts}>{words[state]}</span>
}
