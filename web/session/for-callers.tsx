import type { ReactNode } from 'react'
import { Loading } from '../kit/loading.tsx'
import { LoginPage } from './login-page.tsx'
import { useSession } from './session.tsx'

/** A view that visitors have no use for: to them it is the way to log in, after which it stands there. */
export function ForCallers({ children }: { readonly children: ReactNode }) {
  const { caller, isSettled } = useSession()
  if (caller) return children
  return isSettled ? <LoginPage /> : <Loading />
}
