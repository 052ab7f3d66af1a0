import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Redirect, Route, Router, Switch, useLocation, useSearch } from 'wouter'
import { isAway } from '../api/answered.ts'
import '../edit/kept-drafts.ts'
import { frameWords } from '../../src/pages/frame-words.ts'
import { addresses } from '../addresses.ts'
import { Explorer } from '../explore/explorer.tsx'
import { takePlace } from '../explore/take-place.ts'
import { isFocusLost } from '../kit/hooks.ts'
import { later } from '../kit/later.tsx'
import { Mantine } from '../kit/mantine.tsx'
import { Loading, NotFound } from '../kit/message.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { onForgetSession } from '../session/tabs.ts'
import { basePath, isEmbedded, ownPrefix, settings } from '../settings.ts'
import { LanguageProvider, useWords } from '../words/language.tsx'
import { loadFaultWords } from '../words/loaded-fault-words.ts'
import styles from './app.module.css'
import { Header, SessionEnded } from './header.tsx'
import { useOwnLocation } from './own-location.ts'

const retriesMax = 2

/** Without a connection a call fails and the page reports it, rather than wait while it shows the former state. */
const askedAtOnce = { networkMode: 'always' } as const

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        ...askedAtOnce,
        refetchOnReconnect: true,
        // The service refuses again what it refused; a call without an answer may be answered next time.
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
    <Mantine>
      <LanguageProvider>
        <QueryClientProvider client={queries}>
          <SessionProvider>
            <Notifications position="top-center" classNames={{ root: styles.notifications }} />
            <Router base={basePath} hook={useOwnLocation}>
              <Page />
            </Router>
          </SessionProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </Mantine>
  )
}

// An offer of a message, such as to undo an act, would use the key of the person who has logged out.
onForgetSession(() => notifications.clean())

/** The changes of others, for callers. */
const Live = later(async () => (await import('./live.ts')).default)

const LoginPage = lazy(() => import('../session/login.tsx'))

const EmbeddedMap = lazy(() => import('../explore/map/embedded-map.tsx'))

/** The frame with its views, or the map in the finder of another site, which has no frame. */
function Page() {
  if (!isEmbedded) return <Frame />
  return (
    <Suspense fallback={<Loading />}>
      <EmbeddedMap />
    </Suspense>
  )
}

const HistoryPage = lazy(() => import('../history/history-page.tsx'))

/** A view that finds faults by itself, with their words. */
async function withFaultWords<View>(view: Promise<View>): Promise<View> {
  await loadFaultWords()
  return view
}

const PublishPage = lazy(() => import('../publish/publish-page.tsx'))

const EditPage = lazy(() => withFaultWords(import('../edit/edit-page.tsx')))

const NewPlace = lazy(async () => ({ default: (await withFaultWords(import('../edit/edit-page.tsx'))).NewPage }))

/** The header above the view that the address names; nothing but the way in while a key is needed. */
function Frame() {
  const { isOpen, caller, isHandedOver } = useSession()
  useFocusInView()
  useViewShown(isOpen)
  const words = useWords(frameWords)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Header />
      {caller && <Live />}
      <SessionEnded />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<Loading isPage />}>
          {isHandedOver || (
            <Switch>
              {!isOpen && lockedPaths.map((path) => <Route key={path} path={path} component={LoginPage} />)}
              <Route path="/" component={Home} />
              <Route path="/sign-in" component={SignIn} />
              <Route path="/p/:slug" component={ForReading} />
              <Route path="/p/:slug/edit">{({ slug }) => forCallers(<EditPage slug={slug} />)}</Route>
              <Route path="/p/:slug/publish">{({ slug }) => forCallers(<PublishPage slug={slug} />)}</Route>
              <Route path="/p/:slug/history">{({ slug }) => forCallers(<HistoryPage slug={slug} />)}</Route>
              <Route path="/manage/new">{() => forCallers(<NewPlace />)}</Route>
              <Route path="/manage/:view?">{({ view }) => forCallers(<ManageView view={view} />)}</Route>
              <Route component={NotFound} />
            </Switch>
          )}
        </Suspense>
      </main>
    </div>
  )
}

/** Shows any other view than the explorer at once; the explorer shows itself when it has its list. */
function useViewShown(isOpen: boolean): void {
  const [path] = useLocation()
  const isExplorer = isOpen && path === addresses.explorer
  useEffect(() => {
    if (!isExplorer) void takePlace()
  }, [isExplorer])
}

/** Moves the focus into the view that a link leads to, since the link itself is gone. */
function useFocusInView(): void {
  const [path] = useLocation()
  const former = useRef(path)
  useEffect(() => {
    if (former.current !== path && isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true })
    former.current = path
  }, [path])
}

const arrivedName = `${ownPrefix}arrived`
onForgetSession(() => sessionStorage.removeItem(arrivedName))

/** The explorer; who writes for some owners alone begins with their places, once in each tab. */
function Home() {
  const { own } = useSession()
  const isPlain = [...new URLSearchParams(location.search).keys()].every((name) => name === 'lang')
  const isFirst = own !== undefined && isPlain && sessionStorage.getItem(arrivedName) === null
  useEffect(() => {
    if (own) sessionStorage.setItem(arrivedName, 'yes')
  }, [own])
  return isFirst ? <Redirect to={addresses.manage()} replace /> : <Explorer />
}

/** The page of a place, which the service renders. It sends the app instead to browsers without a session. */
function ForReading() {
  const { caller } = useSession()
  const isDue = caller !== undefined && settings.isSignedIn !== true
  useEffect(() => {
    if (isDue) location.reload()
  }, [isDue])
  return isDue ? <Loading isPage /> : <NotFound />
}

/** Paths of the service that lead nowhere else. */
const ownPath = /^\/(?![/\\])[!-[\]-~]*$/

/** The way in for pages that the service renders; returns to them. */
function SignIn() {
  const { caller } = useSession()
  const wanted = new URLSearchParams(useSearch()).get('return') ?? '/'
  const to = ownPath.test(wanted) ? wanted : '/'
  useEffect(() => {
    if (caller) location.replace(basePath + to)
  }, [caller, to])
  return caller ? <Loading isPage /> : <LoginPage />
}

/** Every address that shows something, which needs a key; what names nothing says so to everybody. */
const lockedPaths = ['/', '/p/:slug/:view?', '/manage/:view?'] as const

const forCallers = (view: ReactNode) => <ForCallers>{view}</ForCallers>

/** A view that visitors have no use for: to them it is the way to log in, after which it stands there. */
function ForCallers({ children }: { readonly children: ReactNode }) {
  const { caller } = useSession()
  return caller ? children : <LoginPage />
}

const views: Readonly<Record<string, LazyExoticComponent<(props: object) => ReactNode>>> = {
  '': lazy(() => import('../manage/today-page.tsx')),
  activity: lazy(() => import('../manage/activity-page.tsx')),
  import: lazy(() => withFaultWords(import('../import/import-page.tsx'))),
  many: lazy(() => withFaultWords(import('../bulk/many-page.tsx'))),
  table: lazy(() => withFaultWords(import('../bulk/table-page.tsx'))),
  keys: lazy(() => import('../manage/keys-page.tsx')),
  webhooks: lazy(() => withFaultWords(import('../manage/webhooks-page.tsx'))),
  directory: lazy(() => import('../manage/directory-page.tsx')),
  finder: lazy(() => import('../manage/finder-page.tsx')),
}

/** The view for those who keep places that the address names. */
function ManageView({ view }: { readonly view: string | undefined }) {
  const View = Object.hasOwn(views, view ?? '') ? views[view ?? ''] : undefined
  return View ? <View /> : <NotFound />
}
