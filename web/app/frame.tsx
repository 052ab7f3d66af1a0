import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Explorer } from '../explore/explorer.tsx'
import { Loading } from '../kit/loading.tsx'
import { NotFound } from '../kit/not-found.tsx'
import { ForCallers } from '../session/for-callers.tsx'
import { LoginPage } from '../session/login-page.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { appWords } from './app-words.ts'
import styles from './frame.module.css'
import { Header } from './header.tsx'

const PlacePage = lazy(() => import('../read/place-page.tsx'))
const HistoryPage = lazy(() => import('../history/history-page.tsx'))
const EditPage = lazy(() => import('../edit/edit-page.tsx'))
const ManageView = lazy(() => import('./manage-view.tsx'))
const NewPlace = lazy(() => import('../edit/new-page.tsx'))

/** The header above the view that the address names; nothing but the way in while a key is needed. */
export function Frame() {
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
