import type { Grant, Permission } from '../../src/access/access.ts'
import { sessionWords } from '../session/session-words.ts'
import { useWords } from '../words/language.tsx'
import { useDirectoryEntries } from './directory-queries.ts'

/** Upper limit of the owners listed for a grant; an ellipsis stands for the rest. */
const namedMax = 8

const isReading = (permission: Permission) => permission.startsWith('read')

/** Lists permissions, one line each: reading, for all places; then the changes of each grant and its owners. */
export function Rights({ grants }: { readonly grants: readonly Grant[] }) {
  const { rights, rightsFor } = useWords(sessionWords)
  const ids = [...new Set(grants.flatMap(({ owners = [] }) => owners.slice(0, namedMax)))]
  const names = new Map(useDirectoryEntries('owners', ids).map(({ id, name }) => [id, name || id]))
  const said = (permissions: readonly Permission[]) => permissions.map((permission) => rights[permission]).join(', ')
  const reading = [...new Set(grants.flatMap(({ permissions }) => permissions.filter(isReading)))]
  const writing = grants.map(({ permissions, owners }) => {
    const text = said(permissions.filter((permission) => !isReading(permission)))
    if (owners === undefined || text === '') return text
    const shown = owners.slice(0, namedMax).map((id) => names.get(id))
    return rightsFor(text, [...shown, ...(owners.length > namedMax ? ['…'] : [])].join(', '))
  })
  return [said(reading), ...new Set(writing)].filter(Boolean).map((line) => <div key={line}>{line}</div>)
}
