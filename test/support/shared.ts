import { after } from 'node:test'

/** Closes what the files of this process share; undefined where each file closes it itself. */
let closings: (() => unknown)[] | undefined

/** Keeps what test files share until the last of them has ended. Call it outside of any `describe`. */
export function shareBetweenFiles(): void {
  const all: (() => unknown)[] = []
  closings = all
  after(async () => {
    for (const close of all) await close()
  })
}

/** Runs after the last test of the calling file or, within `shareBetweenFiles`, of all files. */
export function afterAllFiles(close: () => unknown): void {
  if (closings) closings.push(close)
  else after(close)
}
