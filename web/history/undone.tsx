import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { type Undone, undoAct } from '../body/sent-acts.ts'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { ConfirmDialog, Dialog } from '../kit/dialog.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { notifyFault, notifyUndoable } from '../kit/message.tsx'
import { useFieldLabel, useRefusalText } from '../place/field-label.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import type { GivenReason } from '../words/fault-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { historyWords } from './history-words.ts'

/** Acts of more places are undone only after a question. */
const unaskedMax = 100

interface UndoButtonProps {
  /** The id of an act, or the number of a revision. */
  readonly id: string
  /** What it is, in words. */
  readonly title: string
  /** True if the undoing keeps the title, in the language of the person. Otherwise it has the label of the act, if any. */
  readonly isLabelled?: boolean
  readonly places: number
  /** False if nothing is left to undo; what an undo has kept is still shown. */
  readonly isOffered: boolean
  readonly size?: 'sm'
  readonly children: string
}

/** Undoes an act at once, and offers the way back; lists what stays as it is. */
export function UndoButton({ id, title, isLabelled, places, isOffered, size, children }: UndoButtonProps) {
  const words = useWords(historyWords)
  const [isAsked, { open, close }] = useDisclosure()
  const [kept, setKept] = useState<Undone>()
  const undo = useUndo(setKept)
  const start = () => undo.mutate({ id, ...(isLabelled && { label: title }) }, { onSettled: close })
  return (
    <>
      {isOffered && (
        <Button
          variant="light"
          icon="restore"
          {...(size && { size })}
          loading={undo.isPending}
          aria-label={`${children}: ${title}`}
          onClick={places > unaskedMax ? open : start}
        >
          {children}
        </Button>
      )}
      <ConfirmDialog
        opened={isAsked}
        title={words.undoActTitle(places)}
        text={words.undoActText}
        action={children}
        isBusy={undo.isPending}
        onConfirm={start}
        onClose={close}
      />
      {kept && (
        <Dialog title={words.keptTitle(kept.Undone)} size="lg" onClose={() => setKept(undefined)}>
          <KeptPlaces undone={kept} />
        </Dialog>
      )}
    </>
  )
}

interface ToUndo {
  readonly id: string
  readonly label?: string
}

/** Returns the mutation that undoes an act; its message offers to undo that. */
function useUndo(onKept: (undone: Undone) => void) {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const words = useWords(historyWords)
  const refusalText = useRefusalText()
  const undo = useMutation({
    mutationFn: ({ id, label }: ToUndo) => undoAct(api, id, name, label),
    onSuccess(undone) {
      const { act, Undone } = undone
      if (Undone > 0) notifyUndoable(words.undoneFor(Undone), act, () => undo.mutate({ id: act }))
      if (hasKept(undone)) onKept(undone)
    },
    onError: (error) => notifyFault(refusalText(error)),
    onSettled: () => forgetPlaces(queries),
  })
  return undo
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
