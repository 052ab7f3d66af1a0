import { Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { Button } from './button.tsx'
import { kitWords } from './kit-words.ts'
import { Note, notifyFault, useFailureText } from './message.tsx'

/** A dialog over the page; open where nothing else is said. */
export function Dialog({ opened = true, children, ...rest }: Partial<ModalProps> & Pick<ModalProps, 'onClose'>) {
  const { close } = useWords(kitWords)
  return (
    <Modal opened={opened} closeButtonProps={{ 'aria-label': close }} {...rest}>
      <Stack>{children}</Stack>
    </Modal>
  )
}

interface DialogEndProps {
  readonly onCancel: () => void
  /** Whether the way out is what the keyboard starts at: where the act is grave. */
  readonly focusesCancel?: boolean
  /** Why what was asked for failed, in the language of the page. */
  readonly failureText?: string | undefined
  /** The button that does what the dialog is for. */
  readonly children: ReactNode
}

/** The end of a dialog: why it failed, the way out, and what it does. */
export function DialogEnd({ onCancel, focusesCancel = false, failureText, children }: DialogEndProps) {
  const { cancel } = useWords(kitWords)
  return (
    <>
      {failureText !== undefined && (
        <Note color="red" role="alert">
          {failureText}
        </Note>
      )}
      <Group justify="end">
        <Button variant="default" onClick={onCancel} {...(focusesCancel && { 'data-autofocus': true })}>
          {cancel}
        </Button>
        {children}
      </Group>
    </>
  )
}

interface ConfirmDialogProps extends Pick<ModalProps, 'title' | 'size'> {
  readonly opened?: boolean
  readonly text?: string
  readonly action: string
  /** Whether it cannot be undone, or loses something. */
  readonly isGrave?: boolean
  readonly isBusy?: boolean
  readonly isPossible?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** What there is to see or choose before. */
  readonly children?: ReactNode
}

/** Asks before something is done. */
export function ConfirmDialog({ text, action, onConfirm, onClose, children, ...more }: ConfirmDialogProps) {
  const { isGrave = false, isBusy = false, isPossible = true, ...rest } = more
  return (
    <Dialog {...rest} onClose={onClose}>
      {text !== undefined && <Text>{text}</Text>}
      {children}
      <DialogEnd onCancel={onClose} focusesCancel={isGrave}>
        <Button {...(isGrave && { color: 'red' })} loading={isBusy} disabled={!isPossible} onClick={onConfirm}>
          {action}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}

interface ActDialogProps extends Pick<ConfirmDialogProps, 'title' | 'text' | 'action' | 'isGrave' | 'onClose'> {
  readonly act: () => Promise<unknown>
}

/** Asks before something is done, does it, and tells why where it fails. */
export function ActDialog({ act, onClose, ...rest }: ActDialogProps) {
  const failureText = useFailureText()
  const { mutate, isPending } = useMutation({
    // What comes of it may be a secret.
    gcTime: 0,
    mutationFn: act,
    onError: (error) => notifyFault(failureText(error)),
    onSettled: onClose,
  })
  return <ConfirmDialog {...rest} onClose={onClose} isBusy={isPending} onConfirm={() => mutate()} />
}
