import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/page.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'

const page = document.getElementById('page')
if (page) {
  createRoot(page).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
