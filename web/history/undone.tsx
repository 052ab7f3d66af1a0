import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { type Undone, undoAct } from '../body/sent-acts.ts'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { notify, notifyFault } from '../kit/message.tsx'
import { useFieldLabel, useRefusalText } from '../place/field-label.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import type { GivenReason } from '../words/fault-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { historyWords } from './history-words.ts'

/** Returns the mutation that undoes an act by its id; it reports the result where nothing was kept. */
export function useUndo() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const words = useWords(historyWords)
  const refusalText = useRefusalText()
  return useMutation({
    mutationFn: (id: string) => undoAct(api, id, name),
    onSuccess: (undone) => notify(words.undoneFor(undone.Undone)),
    onError: (error) => notifyFault(refusalText(error)),
    onSettled: () => forgetPlaces(queries),
  })
}

/** Returns true if undoing an act left something as it is. */
export function hasKept({ Kept, Refused, more }: Undone): boolean {
  return Kept.length + Refused.length + more > 0
}

/** The places that undoing an act left as they are, or partly so, with the reason. */
export function KeptPlaces({ undone: { Kept, Refused, more } }: { readonly undone: Undone }) {
  const words = useWords(historyWords)
  const labelOf = useFieldLabel()
  const faultText = useFaultText()
  const kept = Kept.map(({ id, name, members }) => {
    const fields = [...new Set(members.map(labelOf))].join(', ')
    return { id, name, reason: members.includes('deleted') ? words.keptDeleted : words.keptFields(fields) }
  })
  const refused = Refused.map(({ id, name, ...reason }) => ({ id, name, reason: faultText(reason as GivenReason) }))
  return (
    <>
      <DataTable
        label={words.kept}
        rows={[...kept, ...refused]}
        keyOf={({ id }) => id}
        columns={[
          {
            title: words.where,
            cell: ({ id, name }) => (
              <Link href={addresses.place(id)}>
                <bdi>{name}</bdi>
              </Link>
            ),
          },
          { title: words.kept, cell: ({ reason }) => reason },
        ]}
      />
      {more > 0 && <Soft my="xs">{words.keptMore(more)}</Soft>}
    </>
  )
}
