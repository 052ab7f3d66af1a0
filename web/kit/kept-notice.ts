import { ownPrefix } from '../settings.ts'

const keptName = `${ownPrefix}notice`

/** Keeps a message for the page that the tab opens next. */
export function keepNotice(text: string): void {
  sessionStorage.setItem(keptName, text)
}

/** Returns the kept message once; undefined if there is none. */
export function takeNotice(): string | undefined {
  const text = sessionStorage.getItem(keptName)
  sessionStorage.removeItem(keptName)
  return text ?? undefined
}
