import { holder } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'

/** An import that stopped before its end, or did not import some rows. */
export interface FailedImport {
  /** The id of its plan, by which the service knows it for an hour. */
  readonly id: string
  /** The name of its file. */
  readonly name: string
  /** When it ended, in milliseconds since 1970. */
  readonly time: number
  readonly isStopped: boolean
  /** The rows that it came to, those of them that were not imported, and the rows of the file. */
  readonly done: number
  readonly refused: number
  readonly rows: number
}

const storageName = `${ownPrefix}failed-imports`
/** The oldest make room. */
const importsMax = 5

/** Returns the failed imports of this person in this browser, newest first. */
export function failedImports(): readonly FailedImport[] {
  return stored().filter(({ person }) => person === holder())
}

/** Keeps an import that has failed; one that has not makes an earlier failure of a file with that name forgotten. */
export function noteImport(ended: FailedImport): void {
  const others = stored().filter(({ person, name }) => person !== holder() || name !== ended.name)
  const isFailed = ended.isStopped || ended.refused > 0
  store(isFailed ? [{ ...ended, person: holder() }, ...others] : others)
}

/** Forgets a failed import. */
export function dismissImport(id: string): void {
  store(stored().filter((other) => other.id !== id))
}

interface Stored extends FailedImport {
  /** The person who imported: others may use this browser. */
  readonly person: string | null
}

function stored(): readonly Stored[] {
  return JSON.parse(localStorage.getItem(storageName) ?? '[]') as Stored[]
}

function store(imports: readonly Stored[]): void {
  localStorage.setItem(storageName, JSON.stringify(imports.slice(0, importsMax)))
}
