import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Route, Router, Switch } from 'wouter'
import { isAway } from '../api/answered.ts'
// Work that was kept over a reload is unsaved in every view.
import '../edit/draft.ts'
import { Explorer } from '../explore/explorer.tsx'
import { Loading, NotFound } from '../kit/message.tsx'
import { ForCallers, LoginPage } from '../session/login.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { onForgetSession } from '../session/unsaved.ts'
import { basePath, styleNonce } from '../settings.ts'
import { LanguageProvider, useWords } from '../words/language.tsx'
import styles from './app.module.css'
import { appWords } from './app-words.ts'
import { Header } from './header.tsx'
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

const PlacePage = lazy(() => import('../read/place-page.tsx'))

const HistoryPage = lazy(() => import('../history/history-page.tsx'))

const EditPage = lazy(() => import('../edit/edit-page.tsx'))

const NewPlace = lazy(async () => ({ default: (await import('../edit/edit-page.tsx')).NewPage }))

/** The header above the view that the address names; nothing but the way in while a key is needed. */
function Frame() {
  const { isOpen } = useSession()
  const words = useWords(appWords)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Header />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Views isOpen={isOpen} />
      </main>
    </div>
  )
}

/** Every address that shows something, which needs a key; what names nothing says so to everybody. */
const lockedPaths = ['/', '/p/:slug/:view?', '/manage/:view?'] as const

const forCallers = (view: ReactNode) => <ForCallers>{view}</ForCallers>

function Views({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        {!isOpen && lockedPaths.map((path) => <Route key={path} path={path} component={LoginPage} />)}
        <Route path="/" component={Explorer} />
        <Route path="/p/:slug">{({ slug }) => <PlacePage slug={slug} />}</Route>
        <Route path="/p/:slug/edit">{({ slug }) => forCallers(<EditPage slug={slug} />)}</Route>
        <Route path="/p/:slug/history">{({ slug }) => forCallers(<HistoryPage slug={slug} />)}</Route>
        <Route path="/manage/new">{() => forCallers(<NewPlace />)}</Route>
        <Route path="/manage/:view?">{({ view }) => forCallers(<ManageView view={view} />)}</Route>
        <Route component={NotFound} />
      </Switch>
    </Suspense>
  )
}

const views: Readonly<Record<string, LazyExoticComponent<() => ReactNode>>> = {
  '': lazy(() => import('../manage/overview-page.tsx')),
  import: lazy(() => import('../import/import-page.tsx')),
  many: lazy(() => import('../bulk/many-page.tsx')),
  keys: lazy(() => import('../manage/keys-page.tsx')),
  directory: lazy(() => import('../manage/directory-page.tsx')),
}

/** The view for those who keep places that the address names. */
function ManageView({ view }: { readonly view: string | undefined }) {
  const View = Object.hasOwn(views, view ?? '') ? views[view ?? ''] : undefined
  return View ? <View /> : <NotFound />
}
