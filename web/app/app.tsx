import { ActionIcon, Button, MantineProvider, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type LazyExoticComponent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link, Redirect, Route, Router, Switch, useRoute } from 'wouter'
import { isAway } from '../api/answered.ts'
import '../edit/draft.ts'
import { useDisclosure } from '@mantine/hooks'
import { addresses, serviceAddress } from '../addresses.ts'
import { Explorer } from '../explore/explorer.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { Loading, NotFound } from '../kit/message.tsx'
import { ForCallers, LoginDialog, LoginPage, SessionEnded } from '../session/login.tsx'
import { SessionProvider, useSession } from '../session/session.tsx'
import { sessionWords } from '../session/session-words.ts'
import { hasUnsaved, onForgetSession } from '../session/tabs.ts'
import { basePath, ownPrefix, styleNonce } from '../settings.ts'
import { LanguageProvider, useLanguage, useWords } from '../words/language.tsx'
import styles from './app.module.css'
import { appWords } from './app-words.ts'
import iconUrl from './icon.svg'
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
      <SessionEnded />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Suspense fallback={<Loading />}>
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
      <Account />
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
  const other = language === 'sv' ? 'en' : 'sv'
  const name = other === 'sv' ? 'Svenska' : 'English'
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
      {name}
    </Button>
  )
}

function ColourToggle() {
  const words = useWords(appWords)
  const { setColorScheme } = useMantineColorScheme()
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

/** What each role of the person who is signed in grants, and for which owners. */
function Rights() {
  const { rights, rightsFor } = useWords(sessionWords)
  const { caller } = useSession()
  return caller?.grants?.map(({ permissions, owners }) => {
    const named = permissions.map((permission) => rights[permission]).join(', ')
    const text = owners ? rightsFor(named, owners.join(', ')) : named
    return <div key={text}>{text}</div>
  })
}

function Account() {
  const words = useWords(appWords)
  const { caller, isOpen, name, may, own, logOut } = useSession()
  const [isLoginOpen, login] = useDisclosure()
  const [isAsking, asking] = useDisclosure()
  if (!isOpen) return null
  if (!caller) {
    return (
      <>
        <Button variant="light" size="compact-md" onClick={login.open}>
          {words.logIn}
        </Button>
        <LoginDialog opened={isLoginOpen} onClose={login.close} />
      </>
    )
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="light" size="lg" radius="xl" aria-label={words.account(name)}>
            <Icon name="person" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {words.account(name)}
            <Rights />
          </Menu.Label>
          {(may('admin') || own) && (
            <Menu.Item component={Link} href={addresses.manage()} leftSection={<Icon name="settings" size={16} />}>
              {own ? words.mine : words.manage}
            </Menu.Item>
          )}
          <Menu.Item component="a" href={serviceAddress('/docs/')} leftSection={<Icon name="code" size={16} />}>
            {words.reference}
          </Menu.Item>
          <Menu.Item
            onClick={() => (hasUnsaved() ? asking.open() : void logOut())}
            leftSection={<Icon name="logout" size={16} />}
          >
            {words.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        title={words.logOutUnsaved}
        text={words.logOutForgets}
        action={words.logOut}
        isGrave
        onClose={asking.close}
        onConfirm={() => {
          asking.close()
          void logOut()
        }}
      />
    </>
  )
}
