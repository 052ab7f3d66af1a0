import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Components request their data a moment after they are drawn, and draw it a moment after it arrives. */
const quietMillis = 120

/** However much is still awaited, the live page is shown after so long when it has anything to show. */
const waitMillisMax = 3000

/** The styles of the live page, which the document names without loading them; they come while it is drawn. */
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
 * Lets the live page take the place of what the service has sent, once that would be no step back: its styles are there,
 * nothing is awaited and nothing says that it is on its way.
 */
export function TakesPlace() {
  const queries = useQueryClient()
  useEffect(() => {
    const [page, served] = [document.getElementById('page'), document.getElementById('served')]
    if (!page || !served) return
    const began = Date.now()
    // A signed-in user sees placeholders in place of the first places (served.css), so each row helps.
    const tellsNothing = 'known' in document.documentElement.dataset && served.querySelector('.found') !== null
    let hasStyles = false
    const look = () => {
      const isLate = Date.now() - began > waitMillisMax
      const isEmpty = (page.querySelector('main')?.childElementCount ?? 0) === 0
      const isAwaited = page.querySelector('main [data-pending]') !== null || (queries.isFetching() > 0 && !isLate)
      if (!hasStyles || isEmpty || (isAwaited && !tellsNothing)) return
      stop()
      takePlace(page, served)
    }
    let timer: ReturnType<typeof setTimeout>
    const lookSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(look, quietMillis)
    }
    void sheets.then(async () => {
      if (!tellsNothing) await document.fonts.load('1em "Inter Variable"', 'aå')
      hasStyles = true
      lookSoon()
    })
    const seen = new MutationObserver(lookSoon)
    seen.observe(page, { childList: true, subtree: true })
    const unsubscribe = queries.getQueryCache().subscribe(lookSoon)
    const late = setTimeout(look, waitMillisMax + 1)
    const stop = () => {
      seen.disconnect()
      unsubscribe()
      clearTimeout(timer)
      clearTimeout(late)
    }
    return stop
  }, [queries])
  return null
}

/** The reader stays where he is, with the focus on the same link, and what he has begun to type is searched for. */
function takePlace(page: HTMLElement, served: HTMLElement): void {
  const top = scrollY
  const active = served.contains(document.activeElement) ? document.activeElement : null
  const box = served.querySelector('input')
  const typed = box?.value ?? ''
  served.remove()
  page.inert = false
  const scrolls = page.querySelector('[data-scrolls]') ?? document.getElementById('content')
  scrolls?.scrollTo(0, top)
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

/** React hears of a value only when the setter of the browser has set it. */
function typeOn(box: HTMLInputElement | null, text: string): void {
  box?.focus({ preventScroll: true })
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box?.dispatchEvent(new Event('input', { bubbles: true }))
}
