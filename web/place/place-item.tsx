import { type ComponentProps, type ComponentType, memo } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { escaped } from '../../src/pages/html.ts'
import { badgeHtml, rowLinkHtml } from '../../src/pages/row-html.ts'
import { typeMark } from '../../src/pages/type-signs.ts'
import { addresses } from '../addresses.ts'
import { useNow } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { replacePicture } from '../kit/missing-picture.ts'
import { basePath } from '../settings.ts'
import { useFormat, useLanguage, useWords } from '../words/language.tsx'
import styles from './place-item.module.css'
import { type PlaceState, type PlaceType, stateOf } from './place-traits.ts'
import { placeWords } from './place-words.ts'

interface PlaceItemProps {
  readonly place: Place
  /** The check box, where places are chosen. */
  readonly Choice?: ComponentType<{ readonly place: Place }>
  /** HTML below its facts. */
  readonly note?: string
  /** Called when the pointer enters the place, and when it leaves. */
  readonly onPoint?: (id: string | undefined) => void
  /** True if it is the one that was chosen elsewhere, such as on the map. */
  readonly isChosen?: boolean
}

/**
 * One place of several, as the service renders it: enough to know it by. Drawn again only with another place: there are
 * many, and keys come fast.
 */
export const PlaceItem = memo(function PlaceItem(props: PlaceItemProps) {
  const { place, Choice, note = '', onPoint, isChosen = false } = props
  const { language } = useLanguage()
  const format = useFormat()
  useNow()
  const html = rowLinkHtml(place, {
    way: `${basePath}/p/`,
    language,
    now: Date.now(),
    ...(place.distance !== undefined && { distance: format.distance(place.distance) }),
    note,
  })
  const point = () => onPoint?.(place.id)
  const leave = () => onPoint?.(undefined)
  return (
    <li className={styles.row} data-chosen={isChosen || undefined}>
      {Choice && <Choice place={place} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is pointed at, or has the focus, is the link in it. */}
      <div
        className={styles.link}
        onMouseEnter={point}
        onMouseLeave={leave}
        onFocus={point}
        onBlur={leave}
        onErrorCapture={({ target }) => target instanceof HTMLImageElement && replacePicture(target)}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </li>
  )
})

interface PlaceListProps extends ComponentProps<'ul'> {
  /** True for rows of two short lines. */
  readonly isCompact?: boolean
}

/** A list of places. */
export function PlaceList({ isCompact = false, className = '', ...rest }: PlaceListProps) {
  return (
    <div className={`served ${className}`}>
      <ul {...rest} className="list" data-rows={isCompact ? 'compact' : undefined} />
    </div>
  )
}

/** A text below the facts of a place. */
export const noteHtml = (text: string) => `<p>${escaped(text)}</p>`

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

/** The state of a place as a word on a colour. */
export function StateBadge({ state }: { readonly state: PlaceState }) {
  const { language } = useLanguage()
  return <span className="served" dangerouslySetInnerHTML={{ __html: badgeHtml(state, language) }} />
}

/** The sign of a place type, in the colour that it has on the map; the words for it stand beside. */
export function PlaceTypeMark({ type }: { readonly type: PlaceType }) {
  return <span className={`served ${styles.mark}`} dangerouslySetInnerHTML={{ __html: typeMark(type.key) }} />
}

/**
 * The state of a place now. Drawn again as minutes pass, and judged to the millisecond when it is: what has just been
 * published is so in the minute in which it was.
 */
export function usePlaceState(place: Pick<Place, 'published' | 'depublished' | 'deleted'>): PlaceState {
  useNow()
  return stateOf(place, Date.now())
}
