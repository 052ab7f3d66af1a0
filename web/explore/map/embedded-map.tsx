import { useEffect, useMemo, useState } from 'react'
import { lazyMap } from '../../map/lazy-map.tsx'
import { type PlaceQuery, usePlaces } from '../../place/place-queries.ts'
import { emptySearch, parseSearch } from '../../search/search-value.ts'
import { useWords } from '../../words/language.tsx'
import { exploreWords } from '../explore-words.ts'
import styles from './explorer-map.module.css'

const ExplorerMap = lazyMap(() => import('./explorer-map.tsx'))

const pageSize = 40

/** The map in the finder of another site: what the service finds by the query of the address. Its links lead out of it. */
export default function EmbeddedMap() {
  const words = useWords(exploreWords)
  const [chosen, choose] = useState<string>()
  const { lang: _, nearby = '', ...match } = useMemo(() => Object.fromEntries(new URLSearchParams(location.search)), [])
  const found = usePlaces({ ...match, ...(nearby && { nearby }), limit: pageSize } as PlaceQuery)
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

/** Opens what is followed in a window of its own, before the page goes there itself. */
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
