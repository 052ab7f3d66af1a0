import { escaped } from '../../src/pages/html.ts'
import { iconHtml } from '../../src/pages/icons.ts'

/** Replaces a picture that cannot be loaded by its text; of those without one, the space stays. */
export function replacePicture(picture: HTMLImageElement): void {
  const { missing } = picture.dataset
  if (missing === undefined) {
    if (picture.matches('.qr, .thumbnail')) picture.style.visibility = 'hidden'
    return
  }
  const text = document.createElement('div')
  text.className = 'missing'
  text.innerHTML = `${iconHtml('image')}<span>${escaped(missing)}</span>`
  picture.replaceWith(text)
}
