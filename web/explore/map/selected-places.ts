import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { useEffect } from 'react'
import { answered } from '../../api/answered.ts'
import { isSame, type Json } from '../../body/json.ts'
import { anyPlaces, loadSelected, lookedUpMax } from '../../bulk/selected.ts'
import { useSelection } from '../../bulk/selection.ts'
import { type PlaceQuery, queryNames } from '../../place/place-queries.ts'
import { positionOf } from '../../place/place-traits.ts'
import { useSession } from '../../session/session.tsx'
import { drawSelected } from './selected-layers.ts'

/**
 * Marks the selected places: their pins with a ring, and a dot for each of the first ones that is in a cluster or outside
 * the search.
 */
export function useSelectedOnMap(map: MapLibreMap | undefined, match: PlaceQuery): void {
  const { api } = useSession()
  const { ids, all } = useSelection()
  const isAll = all !== undefined && isSame(all.query as Json, match as Json)
  const other = isAll ? undefined : all?.query
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'selected', ids, other],
    enabled: map !== undefined && (ids.length > 0 || other !== undefined),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      other
        ? answered(
            api.GET('/place', { params: { query: { ...other, fields: ['geolocation'], limit: lookedUpMax } }, signal }),
          )
        : loadSelected(api, ids, { ...anyPlaces, fields: ['geolocation'] }, signal),
  })
  useEffect(() => {
    if (!map) return
    const spots = (data?.Results ?? []).filter(({ id }) => other !== undefined || ids.includes(id)).map(positionOf)
    drawSelected(map, { spots, pins: isAll ? 'all' : ids })
  }, [map, ids, isAll, other, data])
}
