import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '../../client/client.ts'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Loading } from '../kit/loading.tsx'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { usePartCount } from './use-parts.ts'
import type { PublicationAct } from './use-publishing.tsx'

/** What a dialog needs that asks before something is done to a place. */
export interface ActDialogProps {
  readonly place: Place
  readonly onAct: (act: PublicationAct) => void
  readonly onClose: () => void
}

/** Asks whether to delete a place, and what is to become of its parts, whose number it tells. */
export function DeleteDialog({ place, onAct, onClose }: ActDialogProps) {
  const words = useWords(publishWords)
  const [keepsParts, setKeepsParts] = useState(true)
  const parts = usePartCount(place.id)
  const remove = () => {
    onAct({ kind: 'delete', keepsParts })
    onClose()
  }
  return (
    <ConfirmDialog
      title={words.deleteTitle(place.name)}
      text={words.deleteText}
      action={words.deleteButton}
      isGrave
      isPossible={parts !== undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      {parts === undefined && <Loading />}
      {parts !== undefined && parts > 0 && (
        <Radio.Group
          label={words.parts(parts)}
          value={keepsParts ? 'keep' : 'delete'}
          onChange={(chosen) => setKeepsParts(chosen === 'keep')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="keep" label={words.keepParts} />
            <Radio value="delete" label={words.deleteParts} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmDialog>
  )
}
