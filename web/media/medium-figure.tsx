import type { SyntheticEvent } from 'react'
import { type Picture, pictureHtml, qrHtml, type Recording, recordingHtml } from '../../src/pages/media-html.ts'
import { settings } from '../settings.ts'
import { useLanguage } from '../words/language.tsx'
import './figures.css'
import { replacePicture } from '../kit/missing-picture.ts'

/** A picture, film, sound or link as it is edited. */
export type Medium = Partial<Picture & Recording & { readonly qr: string }>

interface MediumFigureProps {
  readonly kind: 'images' | 'video' | 'audio' | 'links'
  readonly medium: Medium
}

/** Shows a medium as the page of a place does; of a link only its QR code. */
export function MediumFigure({ kind, medium }: MediumFigureProps) {
  const { language } = useLanguage()
  const texts = { language, locale: settings.locale }
  const named = { ...medium, title: medium.title ?? '' }
  const html =
    kind === 'links'
      ? qrHtml(named.qr, named.title, language)
      : kind === 'images'
        ? pictureHtml(named, texts)
        : recordingHtml(named, texts)
  const replace = ({ target }: SyntheticEvent) => target instanceof HTMLImageElement && replacePicture(target)
  return <div className="served" onErrorCapture={replace} dangerouslySetInnerHTML={{ __html: html }} />
}
