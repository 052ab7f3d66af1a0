import { type ComponentType, Fragment, memo, useState } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { useNow } from '../kit/hooks.ts'
import { Glyph, Icon } from '../kit/icon.tsx'
import { later } from '../kit/later.tsx'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import type { HiddenByParentProps } from './hidden-by-parent.tsx'
import styles from './place-item.module.css'
import { type PlaceState, type PlaceType, stateOf, typeOf } from './place-traits.ts'
import { placeWords } from './place-words.ts'

const HiddenByParent = later(async () => (await import('./hidden-by-parent.tsx')).HiddenByParent)

/** States that a published place is not public, for those who may see its parent all the same (D50). */
export function NotPublic({ place, among }: HiddenByParentProps) {
  const { may } = useSession()
  return place.parent.id && may('read') ? <HiddenByParent place={place} among={among} /> : null
}

interface PlaceItemProps {
  readonly place: Place
  /** The check box, where places are chosen. */
  readonly Choice?: ComponentType<{ readonly place: Place }>
  /** The content below its name. */
  readonly Note?: ComponentType<{ readonly place: Place }>
  /** Called when the pointer enters the place, and when it leaves. */
  readonly onPoint?: (id: string | undefined) => void
  /** The places that stand with it, where those may be hidden by their parents. */
  readonly among?: readonly Place[]
  /** True if it is the one that was chosen elsewhere, such as on the map. */
  readonly isChosen?: boolean
}

/** One place of several: enough to know it by. Drawn again only with another place: there are many, and keys come fast. */
export const PlaceItem = memo(function PlaceItem(props: PlaceItemProps) {
  const { place, Choice, Note, onPoint, among, isChosen = false } = props
  const words = useWords(placeWords)
  const format = useFormat()
  const type = typeOf(place)
  const state = usePlaceState(place)
  const { address, city = place.geolocationInfo?.municipality } = place.visitingInfo ?? {}
  const facts = [
    place.distance === undefined ? undefined : format.distance(place.distance),
    words.types[type.key],
    [address, city].filter((part) => part !== undefined).join(', ') || undefined,
  ]
  const [picture] = place.media?.images ?? []
  const point = () => onPoint?.(place.id)
  const leave = () => onPoint?.(undefined)
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      {Choice && <Choice place={place} />}
      <Link
        href={addresses.place(place.slug)}
        className={`pressable ${styles.item}`}
        onMouseEnter={point}
        onMouseLeave={leave}
        onFocus={point}
        onBlur={leave}
      >
        <PlaceTypeMark type={type} />
        <span className={styles.text}>
          <span className={styles.name}>
            <bdi>{place.name}</bdi>
            {state !== 'published' && <StateBadge state={state} />}
          </span>
          <span className={styles.facts}>
            {facts
              .filter((fact) => fact !== undefined)
              .map((fact, at) => (
                <Fragment key={fact}>
                  {at > 0 && ' · '}
                  <bdi>{fact}</bdi>
                </Fragment>
              ))}
          </span>
          {among && state === 'published' && <NotPublic place={place} among={among} />}
          {Note && <Note place={place} />}
        </span>
        {picture?.url && <Thumbnail key={picture.url} address={picture.url} />}
      </Link>
    </li>
  )
})

/** A picture that adds nothing to the words beside it. Where it cannot be loaded its space stays, so that no row moves. */
function Thumbnail({ address }: { readonly address: string }) {
  const [isBroken, setBroken] = useState(false)
  if (!/^https?:/i.test(address)) return null
  return (
    <img
      className={styles.thumbnail}
      src={address}
      alt=""
      loading="lazy"
      data-broken={isBroken || undefined}
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  )
}

/** The way from a view of a place back to its page. */
export function BackToPlace({ slug }: { readonly slug: string }) {
  const { back } = useWords(placeWords)
  return (
    <Link href={addresses.place(slug)} className={`link ${styles.back}`}>
      <Icon name="back" size={16} />
      {back}
    </Link>
  )
}

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
    <span
      className={styles.badge}
      style={{
        borderColor: `var(--mantine-color-${colours[state]}-6)`,
        backgroundColor: `var(--mantine-color-${colours[state]}-light)`,
      }}
    >
      {words.states[state]}
    </span>
  )
}

/** The sign of a place type, in the colour that it has on the map; the words for it stand beside. */
export function PlaceTypeMark({ type, size = 32 }: { readonly type: PlaceType; readonly size?: number }) {
  return (
    <span className={styles.mark} style={{ width: size, height: size, backgroundColor: type.colour }}>
      <Glyph path={type.glyph} size={Math.round(size * 0.6)} />
    </span>
  )
}

/**
 * The state of a place now. Drawn again as minutes pass, and judged to the millisecond when it is: what has just been
 * published is so in the minute in which it was.
 */
export function usePlaceState(place: Pick<Place, 'published' | 'depublished' | 'deleted'>): PlaceState {
  useNow()
  return stateOf(place, Date.now())
}
