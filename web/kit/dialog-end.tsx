import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'

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
        <Alert color="red" variant="light" role="alert">
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
