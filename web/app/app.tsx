import {
  ActionIcon,
  Alert,
  Anchor,
  Button,
  MantineProvider,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, Redirect, Route, Router, Switch, useLocation, useRoute } from 'wouter'
import { isAway } from '../api/answered.ts'
import '../edit/draft.ts'
import { otherLanguage } from '../../src/words/language.ts'
import { languageNames } from '../../src/words/words.ts'
import { addresses } from '../addresses.ts'
import { Explorer } from '../explore/explorer.tsx'
import { isFocusLost } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { Loading, NotFound } from '../kit/message.tsx'
import { SessionProvider, signInAddress, useSession } from '../session/session.tsx'
import { sessionWords } from '../session/session-words.ts'
import { onForgetSession } from '../session/tabs.ts'
import { basePath, isEmbedded, ownPrefix } from '../settings.ts'
import { LanguageProvider, useLanguage, useWords } from '../words/language.tsx'
import { loadFaultWords } from '../words/told-faults.ts'
import styles from './app.module.css'
import { appWords } from './app-words.ts'
import iconUrl from './icon.svg'
import { useLive } from './live.ts'
import { TakesPlace } from './served.tsx'
import { theme } from './theme.ts'

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
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <LanguageProvider>
        <QueryClientProvider client={queries}>
          <TakesPlace />
          <SessionProvider>
            <Suspense>
              <Notices />
            </Suspense>
            <Router base={basePath}>
              <Page />
            </Router>
          </SessionProvider>
        </QueryClientProvider>
      </LanguageProvider>
    </MantineProvider>
  )
}

const Notices = lazy(() => import('./notices.tsx'))

const Account = lazy(() => import('./account.tsx'))

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

const PlacePage = lazy(() => import('../read/place-page.tsx'))

const HistoryPage = lazy(() => import('../history/history-page.tsx'))

/** A view that finds faults by itself, with their words. */
async function withFaultWords<View>(view: Promise<View>): Promise<View> {
  await loadFaultWords()
  return view
}

const EditPage = lazy(() => withFaultWords(import('../edit/edit-page.tsx')))

const NewPlace = lazy(async () => ({ default: (await withFaultWords(import('../edit/edit-page.tsx'))).NewPage }))

/** The header above the view that the address names; nothing but the way in while a key is needed. */
function Frame() {
  const { isOpen } = useSession()
  useLive()
  usePrintInLight()
  useFocusInView()
  const words = useWords(appWords)
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {words.skip}
      </a>
      <Header />
      <SessionEnded />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<Loading isPage />}>
          <Switch>
            {!isOpen && lockedPaths.map((path) => <Route key={path} path={path} component={LoginPage} />)}
            <Route path="/" component={Home} />
            <Route path="/p/:slug">{({ slug }) => <PlacePage slug={slug} />}</Route>
            <Route path="/p/:slug/edit">{({ slug }) => forCallers(<EditPage slug={slug} />)}</Route>
            <Route path="/p/:slug/history">{({ slug }) => forCallers(<HistoryPage slug={slug} />)}</Route>
            <Route path="/manage/new">{() => forCallers(<NewPlace />)}</Route>
            <Route path="/manage/:view?">{({ view }) => forCallers(<ManageView view={view} />)}</Route>
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </main>
    </div>
  )
}

/** Whoever follows a link goes on in the view that it leads to, with the next stop there: the link itself is gone. */
function useFocusInView(): void {
  const [path] = useLocation()
  const former = useRef(path)
  useEffect(() => {
    if (former.current !== path && isFocusLost()) document.getElementById('content')?.focus({ preventScroll: true })
    former.current = path
  }, [path])
}

/** Paper is light, whatever colours the screen has. */
function usePrintInLight(): void {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const draw = (scheme: string) => () => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  useWindowEvent('beforeprint', draw('light'))
  useWindowEvent('afterprint', draw(scheme))
}

const arrivedName = `${ownPrefix}arrived`
onForgetSession(() => sessionStorage.removeItem(arrivedName))

/** The explorer; who writes for some owners alone begins with their places, once in each tab. */
function Home() {
  const { own } = useSession()
  const isFirst = own !== undefined && location.search === '' && sessionStorage.getItem(arrivedName) === null
  useEffect(() => {
    if (own) sessionStorage.setItem(arrivedName, 'yes')
  }, [own])
  return isFirst ? <Redirect to={addresses.manage()} replace /> : <Explorer />
}

/** Every address that shows something, which needs a key; what names nothing says so to everybody. */
const lockedPaths = ['/', '/p/:slug/:view?', '/manage/:view?'] as const

const forCallers = (view: ReactNode) => <ForCallers>{view}</ForCallers>

/** A view that visitors have no use for: to them it is the way to log in, after which it stands there. */
function ForCallers({ children }: { readonly children: ReactNode }) {
  const { caller } = useSession()
  return caller ? children : <LoginPage />
}

const views: Readonly<Record<string, LazyExoticComponent<() => ReactNode>>> = {
  '': lazy(() => import('../manage/overview-page.tsx')),
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

/** Says that the session has ended, and leads to another, beside all that was begun. */
function SessionEnded() {
  const words = useWords(sessionWords)
  const { hasEnded } = useSession()
  if (!hasEnded) return null
  return (
    <Alert color="orange" role="alert" title={words.ended}>
      {words.endedText}{' '}
      <Anchor href={signInAddress()} target="_blank" rel="opener">
        {words.signInAgain}
      </Anchor>
    </Alert>
  )
}

/** The bar above every view: the way home, language, colours, and who is there. */
function Header() {
  const words = useWords(appWords)
  return (
    <header className={styles.header}>
      <Link href={addresses.explorer} className={styles.name} aria-label={words.toExplorer}>
        <img src={iconUrl} alt="" width={26} height={26} />
        {words.name}
      </Link>
      <NewPlaceLink />
      <LanguageMenu />
      <ColourToggle />
      <Suspense>
        <Account />
      </Suspense>
    </header>
  )
}

/** The way to the form of a new place; a mere sign where there is little room. */
function NewPlaceLink() {
  const words = useWords(appWords)
  const { may } = useSession()
  const [isHere] = useRoute(addresses.manage('new'))
  if (!may('create') || isHere) return null
  const plus = <Icon name="plus" size={18} />
  const link = { component: Link, href: addresses.manage('new'), variant: 'light' } as const
  return (
    <>
      <Button {...link} size="compact-md" leftSection={plus} visibleFrom="sm">
        {words.newPlace}
      </Button>
      <ActionIcon {...link} size="lg" aria-label={words.newPlace} hiddenFrom="sm">
        {plus}
      </ActionIcon>
    </>
  )
}

function LanguageMenu() {
  const { language, choose } = useLanguage()
  const other = otherLanguage(language)
  return (
    <Button
      variant="subtle"
      color="gray"
      c="inherit"
      size="compact-md"
      fw={500}
      lang={other}
      onClick={() => choose(other)}
    >
      {languageNames[other]}
    </Button>
  )
}

function ColourToggle() {
  const words = useWords(appWords)
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'light' ? 'dark' : 'light'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size="lg"
      aria-label={`${words.colours}: ${words[next]}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  )
}
