import { Alert, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { Button } from './button.tsx'
import { kitWords } from './kit-words.ts'
import { notifyFault, useFailureText } from './message.tsx'

/** A modal dialog; open by default. */
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
  /** True if the focus starts on Cancel, for grave actions. */
  readonly focusesCancel?: boolean
  /** Reason of the failure, in the language of the page. */
  readonly failureText?: string | undefined
  /** The button with the action of the dialog. */
  readonly children: ReactNode
}

/** The end of a dialog: the failure if any, Cancel, and the action. */
export function DialogEnd({ onCancel, focusesCancel = false, failureText, children }: DialogEndProps) {
  const { cancel } = useWords(kitWords)
  return (
    <>
      {failureText !== undefined && (
        <Alert color="red" role="alert">
          {failureText}
        </Alert>
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
  /** True if the action cannot be undone, or loses data. */
  readonly isGrave?: boolean
  readonly isBusy?: boolean
  readonly isPossible?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Content before the buttons, such as choices. */
  readonly children?: ReactNode
}

/** Asks for confirmation. */
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

/** Asks for confirmation, runs the action, and reports its failure. */
export function ActDialog({ act, onClose, ...rest }: ActDialogProps) {
  const failureText = useFailureText()
  const { mutate, isPending } = useMutation({
    // The result may be a secret.
    gcTime: 0,
    mutationFn: act,
    onError: (error) => notifyFault(failureText(error)),
    onSettled: onClose,
  })
  return <ConfirmDialog {...rest} onClose={onClose} isBusy={isPending} onConfirm={() => mutate()} />
}
