import { type BrowserLocationHook, navigate, usePathname } from 'wouter/use-browser-location'
import { keepNotice } from '../kit/kept-notice.ts'
import { unreadNotice } from '../kit/message.tsx'
import { leaveKeptWork } from '../session/stay-while.ts'
import { basePath } from '../settings.ts'

/** Matches the page of a place, which the service renders; views of the app lie below it. */
const placePage = /^\/p\/[^/?#]+([?#]|$)/

/** The location of the app, which leaves for pages that the service renders. */
export const useOwnLocation: BrowserLocationHook = (options) => [usePathname(options), navigateOrLeave]

const navigateOrLeave: typeof navigate = (to, how) => {
  const address = String(to)
  if (placePage.test(address.slice(basePath.length))) leave(address, how?.replace)
  else navigate(to, how)
}

/** Opens a page of the service, which shows a message that nobody has read yet. */
function leave(address: string, replaces = false): void {
  const message = unreadNotice()
  if (typeof message === 'string') keepNotice(message)
  leaveKeptWork()
  if (replaces) location.replace(address)
  else location.assign(address)
}
