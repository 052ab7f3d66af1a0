import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Router } from 'wouter'
import { isAway } from '../api/answered.ts'
// Work that was kept over a reload is unsaved in every view.
import '../edit/draft.ts'
import { onForgetSession } from '../session/forget-session.ts'
import { SessionProvider } from '../session/session.tsx'
import { basePath, styleNonce } from '../settings.ts'
import { LanguageProvider } from '../words/language.tsx'
import styles from './app.module.css'
import { Frame } from './frame.tsx'
import { cssVariables, theme } from './theme.ts'

// What a message offers, as to undo an act, would be done with the key of the person who has logged out.
onForgetSession(() => notifications.clean())

const retriesMax = 2
/** Without a connection a call fails and the page tells of it, rather than wait while it shows what was before. */
const askedAtOnce = { networkMode: 'always' } as const

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        ...askedAtOnce,
        refetchOnReconnect: true,
        // What the service refused it refuses again; what was not answered may be answered next time.
        retry: (failures, error) => failures < retriesMax && isAway(error),
      },
      mutations: askedAtOnce,
    },
  })
}

/** The whole page: what every view needs around it, and the view that the address names. */
export function App() {
  const [queries] = useState(createQueries)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <LanguageProvider>
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <Notifications position="top-center" classNames={{ root: styles.notifications }} />
            <Router base={basePath}>
              <Frame />
            </Router>
          </SessionProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  )
}
