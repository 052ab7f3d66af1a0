import { useEffect, useMemo, useState } from 'react'
import { lazyMap } from '../../map/lazy-map.tsx'
import { type PlaceQuery, usePlaces } from '../../place/place-queries.ts'
import { emptySearch, parseSearch } from '../../search/search-value.ts'
import { useWords } from '../../words/language.tsx'
import { exploreWords } from '../explore-words.ts'
import styles from './explorer-map.module.css'

const ExplorerMap = lazyMap(() => import('./explorer-map.tsx'))

const pageSize = 40

/** The map in a finder on another site: the results of the query in the address. Its links leave the frame. */
export default function EmbeddedMap() {
  const words = useWords(exploreWords)
  const [chosen, choose] = useState<string>()
  const { nearby, others, match } = useMemo(() => {
    const { lang: _, nearby = '', ...others } = Object.fromEntries(new URLSearchParams(location.search))
    // A point without a distance only decides the order.
    return { nearby, others, match: { ...others, ...(others.nearbyRadius && { nearby }) } }
  }, [])
  const found = usePlaces({ ...others, ...(nearby && { nearby }), limit: pageSize } as PlaceQuery)
  useLinksOut()
  return (
    <main className={styles.alone} aria-label={words.map}>
      <ExplorerMap
        value={{ ...emptySearch, near: parseSearch(`near=${nearby}`).near }}
        match={match as PlaceQuery}
        places={found.data?.Results}
        total={found.data?.TotalHits}
        pointedAt={undefined}
        chosen={chosen}
        onChoose={choose}
      />
    </main>
  )
}

/** Opens links in a new window, before the page itself navigates. */
function useLinksOut(): void {
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link) return
      event.preventDefault()
      event.stopPropagation()
      window.open(link.href, '_blank', 'noopener')
    }
    document.addEventListener('click', follow, { capture: true })
    return () => document.removeEventListener('click', follow, { capture: true })
  }, [])
}
