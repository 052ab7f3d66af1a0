import { useState } from 'react'
import type { Place } from '../../client/client.ts'
import { alternateTextOf } from '../../src/pages/alternate-text.ts'
import { playerOf } from '../../src/pages/media-html.ts'
import { mediaWords } from '../../src/pages/page-words.ts'
import { licenceOf } from '../../src/place/licence.ts'
import { safeUrl } from '../../src/place/web-address.ts'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import styles from './media-figure.module.css'

type Media = NonNullable<Place['media']>

/** A picture as a place has it. */
export type Picture = NonNullable<Media['images']>[number]

/** A film or a sound as a place has it. */
export type Recording = NonNullable<Media['video']>[number]

/** A picture; a text replaces one that cannot be shown. */
export function PictureFigure({ picture }: { readonly picture: Picture }) {
  const words = useWords(mediaWords)
  const [isBroken, setBroken] = useState(false)
  const { url, alternateDescription } = picture
  const source = safeUrl(url)
  return (
    <figure className={styles.figure}>
      {source && !isBroken ? (
        <img src={source} alt={alternateTextOf(picture)} loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <div className={styles.noPicture}>
          <Icon name="image" size={28} />
          <span>{alternateDescription ?? words.noPicture}</span>
        </div>
      )}
      <Caption medium={picture} />
    </figure>
  )
}

/** A film or sound with what plays it, where its address is that of a file which a browser plays. */
export function RecordingFigure({ recording }: { readonly recording: Recording }) {
  const { url = '', title } = recording
  const source = safeUrl(url)
  const player = playerOf(url)
  return (
    <figure className={styles.figure}>
      {source && player === 'video' && (
        // biome-ignore lint/a11y/useMediaCaption: captions are not part of a place
        <video controls preload="none" src={source} aria-label={title} />
      )}
      {source && player === 'audio' && (
        // biome-ignore lint/a11y/useMediaCaption: captions are not part of a place
        <audio controls preload="none" src={source} aria-label={title} />
      )}
      <Caption medium={recording} />
    </figure>
  )
}

/** The name and content of a medium, and its address, or its id at its provider if it has none. */
function Caption({ medium }: { readonly medium: Picture | Recording }) {
  const words = useWords(mediaWords)
  const { url, title, description, provider, providerRef } = medium
  const source = safeUrl(url)
  const licence = licenceOf(medium)
  return (
    <figcaption>
      <b>{title}</b>
      {description && <p>{description}</p>}
      {source && (
        <a className="link" href={source} rel="noopener noreferrer">
          {words.openMedia}
        </a>
      )}
      {licence && (
        <a className="link" href={licence.url} rel="license noopener noreferrer">
          {licence.name}
        </a>
      )}
      {!source && provider && providerRef && <p className={styles.soft}>{words.atProvider(provider, providerRef)}</p>}
    </figcaption>
  )
}

interface QrPictureProps {
  readonly address: string | undefined
  /** The target of the picture. */
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
