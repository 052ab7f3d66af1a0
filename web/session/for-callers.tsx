import type { ReactNode } from 'react'
import { LoginPage } from './login-page.tsx'
import { useSession } from './session.tsx'

/** A view that visitors have no use for: to them it is the way to log in, after which it stands there. */
export function ForCallers({ children }: { readonly children: ReactNode }) {
  const { caller } = useSession()
  return caller ? children : <LoginPage />
}
