import { takeNotice } from '../kit/kept-notice.ts'

const noticeMillis = 4_000

/** Shows a message for a moment. */
export function showNotice(text: string): void {
  document.querySelector('.notice')?.remove()
  const notice = document.createElement('p')
  notice.className = 'notice'
  notice.role = 'status'
  document.body.append(notice)
  // Read aloud only if it changes after it is there.
  setTimeout(() => {
    notice.textContent = text
  })
  setTimeout(() => notice.remove(), noticeMillis)
}

/** Shows the message that the former page has left for this one. */
export function showKeptNotice(): void {
  const text = takeNotice()
  if (text !== undefined) showNotice(text)
}
