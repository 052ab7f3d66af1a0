import './app/page.css'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

// The page goes on to other addresses, from which a relative one would lead elsewhere.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
icon?.setAttribute('href', icon.href)

const page = document.getElementById('page')
if (page) {
  createRoot(page).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
