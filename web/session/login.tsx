import { Alert, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Failure } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { FailureMessage, Loading, useFailureText } from '../kit/message.tsx'
import { settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { signInAddress, useSession } from './session.tsx'
import { sessionWords } from './session-words.ts'

/** The characters allowed in a header; keys contain no others. */
const sendable = /^[\x21-\x7e]+$/

/** Asks for a key and a name, and signs in with them. */
function LoginForm({ onDone }: { readonly onDone?: () => void }) {
  const words = useWords(sessionWords)
  const session = useSession()
  const failureText = useFailureText()
  const [key, setKey] = useState('')
  const [name, setName] = useState(session.name)
  const [wasSubmitted, setSubmitted] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (!sendable.test(key.trim())) throw new Failure(401, { detail: words.unknownKey })
      await session.logIn(key.trim(), name.trim())
      onDone?.()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (key.trim() !== '' && name.trim() !== '') mutate()
  }
  const missing = (value: string, message: string) => wasSubmitted && value.trim() === '' && message
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label={words.key}
          description={words.keyHint}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={missing(key, words.requiredKey)}
          autoComplete="off"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': words.showKey, tabIndex: 0, 'aria-hidden': false }}
        />
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={missing(name, words.requiredName)}
          autoComplete="name"
          maxLength={200}
        />
        {error && (
          <Alert color="red" role="alert">
            {error instanceof Failure && error.status === 401 ? words.unknownKey : failureText(error)}
          </Alert>
        )}
        <Button type="submit" loading={isPending}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  )
}

/** Offers the sign-in at the provider, and a key as an alternative; only a key if there is no provider. */
function Ways({ onDone }: { readonly onDone?: () => void }) {
  const words = useWords(sessionWords)
  const { caller } = useSession()
  const [usesKey, setUsesKey] = useState(settings.signIn === undefined)
  return (
    <Stack>
      {settings.signIn !== undefined && (
        <Button component="a" href={signInAddress({ other: caller?.session?.sub !== undefined })}>
          {words.signIn(settings.signIn)}
        </Button>
      )}
      {!usesKey && (
        <Button variant="subtle" onClick={() => setUsesKey(true)}>
          {words.useKey}
        </Button>
      )}
      {usesKey && <LoginForm {...(onDone && { onDone })} />}
    </Stack>
  )
}

/** The view if everything requires a key. */
export default function LoginPage() {
  const words = useWords(sessionWords)
  const { isOpen, isSettled, failure } = useSession()
  if (!isSettled) return failure ? <FailureMessage error={failure} isPage /> : <Loading isPage />
  return (
    <Paper maw={420} mx="auto" my="clamp(24px, 8vw, 64px)" p="clamp(16px, 4vw, 32px)">
      <Title order={1} size="h2" mb={4}>
        {words.title}
      </Title>
      <Text c="dimmed" mb="lg">
        {settings.signIn !== undefined ? words.whySignIn : isOpen ? words.whyHere : words.why}
      </Text>
      <Ways />
    </Paper>
  )
}

/** Signs in over a page that visitors may see. */
export function LoginDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords(sessionWords)
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} centered>
      <Ways onDone={onClose} />
    </Dialog>
  )
}
