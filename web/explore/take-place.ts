import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'

/** The longest that a list waits for what stands above it, such as the filters. */
const waitMillisMax = 2_000

/** The styles of the app, which the document names without loading them; they come while the first view is drawn. */
const sheets = Promise.all(
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map(
    (link) =>
      new Promise((resolve) => {
        link.onload = resolve
        link.onerror = resolve
        link.disabled = false
      }),
  ),
)

/**
 * Lets the view of the app take the place of the first places that the service has rendered. Does nothing where that is
 * done. The view has as much to show by then.
 */
export async function takePlace(): Promise<void> {
  await sheets
  const [page, served] = [document.getElementById('page'), document.getElementById('served')]
  if (!page || !served) return
  const top = scrollY
  const active = served.contains(document.activeElement) ? document.activeElement : null
  const box = served.querySelector<HTMLInputElement>('[type=search]')
  const typed = box?.value ?? ''
  served.remove()
  page.inert = false
  // Whoever comes back to a list finds it where it was left, unless they have scrolled since.
  if (top > 0) page.querySelector('[data-scrolls]')?.scrollTo(0, top)
  if (typed !== (box?.defaultValue ?? '') || active instanceof HTMLInputElement)
    typeOn(page.querySelector<HTMLInputElement>('[data-search]'), typed)
  else if (active instanceof HTMLAnchorElement && !active.hreflang) {
    const same = [...page.querySelectorAll('a')].find((link) => addressOf(link) === addressOf(active))
    same?.focus({ preventScroll: true })
  }
}

/** Without the query, which may name the language. */
function addressOf({ href }: HTMLAnchorElement): string {
  return href.replace(/\?.*/, '')
}

/** React notices a value only if the setter of the browser has set it. */
function typeOn(box: HTMLInputElement | null, text: string): void {
  box?.focus({ preventScroll: true })
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box?.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Shows the explorer once it has its list, and what stands above that, so that nothing moves. */
export function useTakesPlace(hasList: boolean): void {
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    if (!hasList) return
    const timer = setTimeout(() => void takePlace(), isFetching ? waitMillisMax : 0)
    return () => clearTimeout(timer)
  }, [hasList, isFetching])
}
