import { Button, Modal, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '../../client/client.ts'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
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
  const { close } = useWords(kitWords)
  const [keepsParts, setKeepsParts] = useState(true)
  const parts = usePartCount(place.id)
  const remove = () => {
    onAct({ kind: 'delete', keepsParts })
    onClose()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.deleteTitle(place.name)}
      centered
      closeButtonProps={{ 'aria-label': close }}
    >
      <Stack>
        <Text>{words.deleteText}</Text>
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
        <DialogEnd onCancel={onClose} focusesCancel>
          <Button color="red" onClick={remove} disabled={parts === undefined}>
            {words.deleteButton}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
