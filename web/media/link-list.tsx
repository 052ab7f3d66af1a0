import { Anchor } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '../../client/client.ts'
import { safeUrl, shownUrl } from '../text/safe-url.ts'
import { useWords } from '../words/language.tsx'
import styles from './link-list.module.css'
import { mediaWords } from './media-words.ts'

type Link = NonNullable<NonNullable<Place['media']>['links']>[number]

/** Links, each with the QR picture that leads to it, where it has one. */
export function LinkList({ links }: { readonly links: readonly Link[] }) {
  return (
    <ul className={styles.links}>
      {links.map((link) => {
        const url = safeUrl(link.url)
        if (!url) return null
        const name = link.title ?? shownUrl(url)
        return (
          <li key={`${url}${link.title}`}>
            <Anchor href={url} rel="noopener noreferrer">
              {name}
            </Anchor>
            <QrPicture key={link.qr} address={link.qr} name={name} />
          </li>
        )
      })}
    </ul>
  )
}

interface QrPictureProps {
  readonly address: string | undefined
  /** What the picture leads to. */
  readonly name: string
}

/** The QR picture of a link; nothing where there is none, or none that can be had. */
export function QrPicture({ address, name }: QrPictureProps) {
  const words = useWords(mediaWords)
  const [isBroken, setBroken] = useState(false)
  const source = safeUrl(address)
  if (!source || isBroken) return null
  return <img className={styles.qr} src={source} alt={words.qr(name)} loading="lazy" onError={() => setBroken(true)} />
}
