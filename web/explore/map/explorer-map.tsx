import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Map as MapLibreMap, RequestTransformFunction } from 'maplibre-gl'
import { memo, useCallback, useEffect, useRef, useState } from 'react'
import type { Place } from '../../../client/client.ts'
import { serviceAddress } from '../../addresses.ts'
import { failureOf } from '../../api/answered.ts'
import { changeMoves, usePinMoves } from '../../bulk/pin-moves.ts'
import { SelectBox, useBoxSelection } from '../../bulk/selecting.tsx'
import { useOpenNote } from '../../hours/open-note.ts'
import { Button, IconButton } from '../../kit/button.tsx'
import { useColours } from '../../kit/colours.ts'
import { kitWords } from '../../kit/kit-words.ts'
import { later } from '../../kit/later.tsx'
import { NotLoaded } from '../../kit/message.tsx'
import MapCanvas from '../../map/map-canvas.tsx'
import { PlaceItem, PlaceList } from '../../place/place-item.tsx'
import { type PlaceQuery, queryNames, usePlaceById } from '../../place/place-queries.ts'
import { type LonLat, positionOf } from '../../place/place-traits.ts'
import { type ChangeSearch, nearBy, type SearchProps, type SearchValue } from '../../search/search-value.ts'
import { type Session, useSession } from '../../session/session.tsx'
import { useWords } from '../../words/language.tsx'
import { exploreWords } from '../explore-words.ts'
import { AreaDrawing, type Corners } from './area-drawing.tsx'
import { boundsAround, findBounds, rememberedView, rememberView } from './bounds.ts'
import { useChoosing } from './choosing.ts'
import styles from './explorer-map.module.css'
import { Legend } from './legend.tsx'
import { addPlaceLayers, colourPlaces, type Mark, refreshTiles, setArea, setMark, setTiles } from './place-layers.ts'
import { useSelectedOnMap } from './selected-places.ts'

const MovingPins = later(async () => (await import('./moving-pins.tsx')).MovingPins, { Failed: NotLoaded })

interface ExplorerMapProps extends Pick<SearchProps, 'value'> {
  /** Without it, the search does not follow the map. */
  readonly onChange?: ChangeSearch
  /** The query of the matching places. */
  readonly match: PlaceQuery
  /** The page of the list, and the total; undefined until loaded. */
  readonly places: readonly Place[] | undefined
  readonly total: number | undefined
  readonly pointedAt: string | undefined
  /** The place whose card is open. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string | undefined) => void
}

/** A map of all results of a search, which the search can follow. */
export default memo(function ExplorerMap(props: ExplorerMapProps) {
  const { value, match, places, total, pointedAt, onChange, chosen, onChoose } = props
  const { key, headers, may } = useSession()
  const scheme = useColours()
  const [map, setMap] = useState<MapLibreMap>()
  const tiles = tilesOf(match)
  const first = useRef({ tiles, scheme, value })

  const ready = useCallback((made: MapLibreMap) => {
    const { tiles, scheme, value } = first.current
    addPlaceLayers(made, tiles, scheme)
    if (value.bbox) made.fitBounds(boxOf(value.bbox), { animate: false })
    setMap(made)
  }, [])

  useEffect(() => {
    if (map) setTiles(map, tiles)
  }, [map, tiles])
  // Each refresh of searches also refreshes the tiles.
  useQuery({
    queryKey: queryNames.tiles,
    queryFn: () => {
      if (map) refreshTiles(map)
      return null
    },
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (map) colourPlaces(map, scheme)
  }, [map, scheme])
  const pointed = places?.find(({ id }) => id === pointedAt)
  const card = usePlaceById(chosen)
  const marked = pointed ?? (chosen === undefined ? undefined : card.data?.place)
  useMark(map, 'pointed', marked && positionOf(marked))
  useMark(map, 'here', value.near)
  useSelectedOnMap(map, match)
  const area = value.isDrawn ? value.bbox : undefined
  useEffect(() => {
    if (map) setArea(map, area)
  }, [map, area])
  const [isMoved, setMoved] = useState(false)
  useFollowing(map, value, { onChange, onMoved: setMoved })
  useFitting(map, { value, places, total, tiles, headers })
  const isMoving = usePinMoves().isOn && onChange !== undefined && may('update')
  useChoosing(isMoving ? undefined : map, onChoose)

  const authorize = useCallback<RequestTransformFunction>(
    (url) => (isTile(url) ? { url, headers: headers() } : { url }),
    [headers],
  )
  const { center, zoom } = rememberedView()
  const selectBox = useBoxSelection(match)
  return (
    <>
      <MapCanvas key={key} center={center} zoom={zoom} onReady={ready} authorize={authorize} onBox={selectBox} />
      {onChange && !isMoving && (
        <MapTools map={map} value={value} onChange={onChange} isMoved={isMoved} onSearched={() => setMoved(false)} />
      )}
      {map && isMoving && <MovingPins map={map} />}
      {chosen && !isMoving && <PlaceCard id={chosen} onClose={() => onChoose(undefined)} />}
    </>
  )
})

interface MapToolsProps extends SearchProps {
  readonly map: MapLibreMap | undefined
  /** True if the map was moved by hand since the last results. */
  readonly isMoved: boolean
  readonly onSearched: () => void
}

/** Buttons to make the search follow the map, or start from its centre. */
function MapTools({ map, value, onChange, isMoved, onSearched }: MapToolsProps) {
  const words = useWords(exploreWords)
  const { may } = useSession()
  const [isToFollow, setToFollow] = useState(false)
  const [isDrawing, setDrawing] = useState(false)
  // A request made before the map is ready runs once it is.
  useEffect(() => {
    if (!map || !isToFollow) return
    setToFollow(false)
    onChange({ bbox: bboxOf(map), isDrawn: undefined })
  }, [map, isToFollow, onChange])
  const follow = (follows: boolean) =>
    map ? onChange({ bbox: follows ? bboxOf(map) : undefined, isDrawn: undefined }) : setToFollow(follows)
  if (map && isDrawing) {
    const take = (bbox: Box) => {
      setDrawing(false)
      onChange({ bbox, isDrawn: true })
    }
    return (
      <AreaDrawing
        onDrawn={(corners) => take(boxBetween(map, corners))}
        onShown={() => take(bboxOf(map))}
        onCancel={() => setDrawing(false)}
      />
    )
  }
  return (
    <div className={styles.tools}>
      <Switch
        className={styles.follow}
        size="sm"
        label={words.moveSearch}
        checked={isFollowed(value) || isToFollow}
        onChange={(event) => follow(event.currentTarget.checked)}
      />
      {/* In front of what comes once the map is ready, so that it stays where it is. */}
      <Legend />
      {map && (
        <Button variant="default" isRound className={styles.draw} onClick={() => setDrawing(true)}>
          {words.drawArea}
        </Button>
      )}
      {map && may('update') && (
        <Button variant="default" isRound className={styles.draw} onClick={changeMoves.start}>
          {words.movePins}
        </Button>
      )}
      {map && isMoved && value.bbox === undefined && (
        <Button
          isRound
          icon="locate"
          onClick={() => {
            const { lng, lat } = map.getCenter().wrap()
            onSearched()
            onChange(nearBy([lng, lat]))
          }}
        >
          {words.searchHere}
        </Button>
      )}
    </div>
  )
}

/** Returns whether the search follows the map. */
function isFollowed({ bbox, isDrawn = false }: SearchValue): boolean {
  return bbox !== undefined && !isDrawn
}

/** Sets a mark at a position, only when that changes, because each time the map is redrawn. */
function useMark(map: MapLibreMap | undefined, mark: Mark, position: LonLat | undefined): void {
  const [longitude, latitude] = position ?? []
  useEffect(() => {
    const isKnown = longitude !== undefined && latitude !== undefined
    if (map) setMark(map, mark, isKnown ? [longitude, latitude] : undefined)
  }, [map, mark, longitude, latitude])
}

const tilePath = '/v4/place/tiles/'

function isTile(url: string): boolean {
  return url.startsWith(`${location.origin}${serviceAddress(tilePath)}`)
}

function tilesOf(match: PlaceQuery): string {
  const pairs = Object.entries(match).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(',') : String(value),
  ])
  const query = new URLSearchParams(pairs).toString()
  return `${location.origin}${serviceAddress(tilePath)}{z}/{x}/{y}.mvt${query === '' ? '' : `?${query}`}`
}

type Box = NonNullable<SearchValue['bbox']>

function boxOf([west, south, east, north]: Box): [[number, number], [number, number]] {
  // MapLibre expects an east beyond 180° for a box across the antimeridian.
  return [
    [west, south],
    [east < west ? east + 360 : east, north],
  ]
}

const wrap = (longitude: number) => ((((longitude + 180) % 360) + 360) % 360) - 180

/** Returns the box between two corners of the map, given in pixels. */
function boxBetween(map: MapLibreMap, { left, top, right, bottom }: Corners): Box {
  const [northWest, southEast] = [map.unproject([left, top]), map.unproject([right, bottom])]
  return [wrap(northWest.lng), southEast.lat, wrap(southEast.lng), northWest.lat]
}

/** Returns the visible box; the whole world if the map shows more than that. */
function bboxOf(map: MapLibreMap): Box {
  const bounds = map.getBounds()
  const [west, east] = [bounds.getWest(), bounds.getEast()]
  const isWhole = east - west >= 360
  const south = Math.max(bounds.getSouth(), -90)
  return [isWhole ? -180 : wrap(west), south, isWhole ? 180 : wrap(east), Math.min(bounds.getNorth(), 90)]
}

interface FollowingOptions {
  readonly onChange: ChangeSearch | undefined
  /** Called when the map was moved by hand. */
  readonly onMoved: (isMoved: true) => void
}

/** Updates the search when the map is moved by hand, if the search follows it. */
function useFollowing(map: MapLibreMap | undefined, value: SearchValue, { onChange, onMoved }: FollowingOptions): void {
  const follows = isFollowed(value)
  useEffect(() => {
    if (!map) return
    const moved = ({ originalEvent }: { originalEvent?: unknown }) => {
      rememberView(map)
      if (originalEvent === undefined) return
      onMoved(true)
      if (follows) onChange?.({ bbox: bboxOf(map) }, { replace: true })
    }
    return map.on('moveend', moved).unsubscribe
  }, [map, follows, onChange, onMoved])
}

/** Number of nearest places shown together with the person's position. */
const nearestShown = 10

interface Found {
  readonly value: SearchValue
  readonly places: readonly Place[] | undefined
  readonly total: number | undefined
  readonly tiles: string
  readonly headers: Session['headers']
}

/**
 * Moves the map to the results: to all of them initially and whenever the list has all; to the nearest if these are
 * requested, and to their point if there are none.
 */
function useFitting(map: MapLibreMap | undefined, { value, places, total, tiles, headers }: Found): void {
  const hasFitted = useRef(rememberedView().isMoved)
  const { bbox, near } = value
  useEffect(() => {
    if (!map || !places || (places.length === 0 && !near) || bbox) return
    const hasAll = total === places.length || near !== undefined
    if (!hasAll && hasFitted.current) return
    const fit = (shown: readonly LonLat[]) => {
      const animate = hasFitted.current
      hasFitted.current = true
      map.fitBounds(boundsAround(shown), { padding: roomAround(map), maxZoom: 12, animate, duration: 500 })
    }
    const listed = places.map(positionOf)
    if (hasAll) return fit(near ? [near, ...listed.slice(0, nearestShown)] : listed)
    const control = new AbortController()
    boundsOfTiles(tiles, headers(), control.signal)
      .catch(() => undefined)
      .then((found) => !control.signal.aborted && fit(found ?? listed))
    // A move by hand takes precedence.
    const moved = ({ originalEvent }: { originalEvent?: unknown }) => originalEvent !== undefined && control.abort()
    const { unsubscribe } = map.on('movestart', moved)
    return () => {
      unsubscribe()
      control.abort()
    }
  }, [map, places, total, bbox, near, tiles, headers])
}

/** Returns two corners of a box around everything in the tiles. */
function boundsOfTiles(tiles: string, headers: Record<string, string>, signal: AbortSignal) {
  return findBounds(async ({ zoom, x, y }) => {
    const address = tiles.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y))
    const answer = await fetch(address, { signal, headers })
    if (!answer.ok) throw failureOf(answer, undefined)
    return answer.arrayBuffer()
  })
}

/**
 * Padding in pixels for overlays, on a narrow screen the search above and the buttons below; and for half a name on
 * both sides of the outermost points, and a whole one below.
 */
function roomAround(map: MapLibreMap) {
  const container = map.getContainer()
  const isNarrow = container.clientWidth < 600
  // The filters set stand below the search, in any number of rows.
  const search = container.closest('section')?.previousElementSibling?.clientHeight ?? 0
  const top = Math.min(search + 40, container.clientHeight / 2)
  return isNarrow ? { top, bottom: 160, left: 56, right: 56 } : { top: 84, bottom: 84, left: 72, right: 72 }
}

/** Shows the place selected on the map, with a link to its page. */
function PlaceCard({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { close } = useWords(kitWords)
  const { data } = usePlaceById(id)
  const openNote = useOpenNote()
  if (!data) return null
  return (
    <div className={styles.card}>
      <PlaceList className={styles.cardPlace} aria-live="polite">
        <PlaceItem place={data.place} Choice={SelectBox} note={openNote(data.place)} />
      </PlaceList>
      <IconButton icon="close" label={close} color="gray" onClick={onClose} />
    </div>
  )
}
