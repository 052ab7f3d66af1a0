import { Alert, Anchor, Button, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Failure } from '../api/answered.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Loading, useFailureText } from '../kit/message.tsx'
import { settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { signInAddress, useSession } from './session.tsx'
import { sessionWords } from './session-words.ts'

/** What a header can carry; no key has other signs. */
const sendable = /^[\x21-\x7e]+$/

/** Asks for a key and a name, and logs in with them. */
function LoginForm({ onDone }: { readonly onDone?: () => void }) {
  const words = useWords(sessionWords)
  const session = useSession()
  const failureText = useFailureText()
  const [key, setKey] = useState('')
  const [name, setName] = useState(session.name)
  const [wasSubmitted, setSubmitted] = useState(false)
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (!sendable.test(key.trim())) throw new Failure(401, words.unknownKey)
      await session.logIn(key.trim(), name.trim())
      onDone?.()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (key.trim() !== '' && name.trim() !== '') mutate()
  }
  const missing = (value: string) => wasSubmitted && value.trim() === '' && words.required
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label={words.key}
          description={words.keyHint}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={missing(key)}
          autoComplete="off"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': words.showKey, tabIndex: 0, 'aria-hidden': false }}
        />
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={missing(name)}
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

/** Signing in at the provider first, and a key behind it; a key alone where there is no provider. */
function Ways({ onDone }: { readonly onDone?: () => void }) {
  const words = useWords(sessionWords)
  const [usesKey, setUsesKey] = useState(settings.signIn === undefined)
  return (
    <Stack>
      {settings.signIn !== undefined && (
        <Button component="a" href={signInAddress()}>
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

/** Says that the session has ended, and leads to another, beside all that was begun. */
export function SessionEnded() {
  const words = useWords(sessionWords)
  const { hasEnded } = useSession()
  if (!hasEnded) return null
  return (
    <Alert color="orange" role="alert" title={words.ended}>
      {words.endedText}{' '}
      <Anchor href={signInAddress()} target="_blank" rel="opener">
        {words.signInAgain}
      </Anchor>
    </Alert>
  )
}

/** What is shown where nothing can be shown without a key. */
export function LoginPage() {
  const words = useWords(sessionWords)
  const { isOpen, isSettled } = useSession()
  if (!isSettled) return <Loading />
  return (
    <Paper maw={420} mx="auto" my={{ base: 24, sm: 64 }} p={{ base: 16, sm: 32 }}>
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

/** Logging in over a page that visitors may see. */
export function LoginDialog({ opened, onClose }: { readonly opened: boolean; readonly onClose: () => void }) {
  const words = useWords(sessionWords)
  return (
    <Dialog opened={opened} onClose={onClose} title={words.title} centered>
      <Ways onDone={onClose} />
    </Dialog>
  )
}

/** A view that visitors have no use for: to them it is the way to log in, after which it stands there. */
export function ForCallers({ children }: { readonly children: ReactNode }) {
  const { caller } = useSession()
  return caller ? children : <LoginPage />
}
