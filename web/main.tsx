import './app/page.css'
import './app/served.css'
import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { styleNonce } from './settings.ts'

// Dialogs stop the page behind them from scrolling by a style of their own, and look for its nonce under this name.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })

// The page goes on to other addresses, from which a relative one would lead elsewhere.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
icon?.setAttribute('href', icon.href)

const page = document.getElementById('page')
if (page) {
  showWhenReady(page, document.getElementById('served'))
  createRoot(page).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** Leaves what the service has sent in its place until the page has a heading or a fault to show. */
function showWhenReady(page: HTMLElement, served: HTMLElement | null): void {
  if (!served) return
  new MutationObserver((_, observer) => {
    if (!page.querySelector('h1, main h2, [role=alert]')) return
    observer.disconnect()
    served.remove()
    page.hidden = false
  }).observe(page, { childList: true, subtree: true })
}
