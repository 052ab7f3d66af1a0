import { lazy } from 'react'
import { NotFound } from '../kit/not-found.tsx'

const views: Readonly<Record<string, React.LazyExoticComponent<() => React.ReactNode>>> = {
  '': lazy(() => import('../manage/overview-page.tsx')),
  import: lazy(() => import('../import/import-page.tsx')),
  many: lazy(() => import('../bulk/many-page.tsx')),
  keys: lazy(() => import('../manage/keys-page.tsx')),
  directory: lazy(() => import('../manage/directory-page.tsx')),
}

/** The view for those who keep places that the address names. */
export default function ManageView({ view }: { readonly view: string | undefined }) {
  const View = Object.hasOwn(views, view ?? '') ? views[view ?? ''] : undefined
  return View ? <View /> : <NotFound />
}
