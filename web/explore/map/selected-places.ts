import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { isSame, type Json } from '../../body/json.ts'
import { anyPlaces, loadSelected } from '../../bulk/selected.ts'
import { useSelection } from '../../bulk/selection.ts'
import { type PlaceQuery, queryNames } from '../../place/place-queries.ts'
import { positionOf } from '../../place/place-traits.ts'
import { useSession } from '../../session/session.tsx'
import { drawSelected } from './selected-layers.ts'

/** Marks the selected places: their pins with a ring, and a dot for each that is in a cluster or outside the search. */
export function useSelectedOnMap(map: MapLibreMap | undefined, match: PlaceQuery): void {
  const { api } = useSession()
  const { ids, all } = useSelection()
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'selected', ids],
    enabled: map !== undefined && ids.length > 0,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => loadSelected(api, ids, { ...anyPlaces, fields: ['geolocation'] }, signal),
  })
  const isAll = all !== undefined && isSame(all.query as Json, match as Json)
  useEffect(() => {
    if (!map) return
    const spots = (data?.Results ?? []).filter(({ id }) => ids.includes(id)).map(positionOf)
    drawSelected(map, { spots, pins: isAll ? 'all' : ids })
  }, [map, ids, isAll, data])
}
