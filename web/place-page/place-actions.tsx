import { useClipboard } from '@mantine/hooks'
import { type MouseEvent, useState } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { contactOf, phoneAddress } from '../../src/pages/contact.ts'
import { addresses } from '../addresses.ts'
import { OpenStatusOf } from '../hours/hours-of-place.tsx'
import { Button } from '../kit/button.tsx'
import type { IconName } from '../kit/icon.tsx'
import { notify } from '../kit/message.tsx'
import { positionOf } from '../place/place-traits.ts'
import { takeSearch } from '../search/last-search.ts'
import { addressOfSearch } from '../search/search-value.ts'
import { useFormat, useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'

/** The way back to the search that the place was opened from, and to what is near in kind. */
export function WayBack({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const [from] = useState(() => takeSearch(place.slug))
  const { municipality } = place.geolocationInfo ?? {}
  const back = from?.total === undefined ? words.allPlaces : words.matches(format.number(from.total))
  return (
    <nav className="way" aria-label={words.way}>
      <Link
        className="link"
        href={`${addresses.explorer}${from?.text ? `?${from.text}` : ''}`}
        onClick={(event: MouseEvent) => {
          // The list comes back as it was left.
          if (!from?.isPrevious || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          history.back()
        }}
      >
        ← {back}
      </Link>
      {municipality && (
        <Link className="link" href={addressOfSearch({ geolocationinfo_municipality: [municipality] })}>
          {municipality}
        </Link>
      )}
    </nav>
  )
}

/** The first actions for visitors: opening state, directions, call, website and share. */
export function PlaceActions({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const { phone, url } = contactOf(place)
  const actions: readonly (readonly [IconName, string, string | undefined])[] = [
    ['pin', words.directions, directionsTo(place)],
    ['phone', words.call, phone && phoneAddress(phone)],
    ['link', words.website, url],
  ]
  return (
    <div className="quick">
      {(place.openHours ?? []).length > 0 && <OpenStatusOf id={place.id} />}
      <div>
        {actions.map(
          ([icon, label, href]) =>
            href && (
              <Button key={icon} component="a" href={href} rel="noopener noreferrer" variant="light" icon={icon}>
                {label}
              </Button>
            ),
        )}
        <ShareButton name={place.name} />
      </div>
    </div>
  )
}

/** The device's own map where there is one to be expected (RFC 5870), else a map on the web. */
function directionsTo(place: Place): string {
  const [longitude, latitude] = positionOf(place)
  if (matchMedia('(pointer: coarse)').matches) return `geo:${latitude},${longitude}?q=${latitude},${longitude}`
  return `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`
}

/** Shares this page by the dialog of the device, or else by a copied address. */
function ShareButton({ name }: { readonly name: string }) {
  const words = useWords(pageWords)
  const { copy } = useClipboard()
  const share = () => {
    const url = `${location.origin}${location.pathname}`
    if ('share' in navigator) {
      // Closing the dialog cancels.
      void navigator.share({ title: name, url }).catch(() => {})
      return
    }
    copy(url)
    notify(words.copied)
  }
  return (
    <Button variant="light" icon="copy" onClick={share}>
      {words.share}
    </Button>
  )
}
