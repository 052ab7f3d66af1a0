import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Failure } from '../api/answered.ts'
import { useFailureText } from '../kit/use-failure-text.ts'
import { useWords } from '../words/language.tsx'
import { useSession } from './session.tsx'
import { sessionWords } from './session-words.ts'

/** What a header can carry; no key has other signs. */
const sendable = /^[\x21-\x7e]+$/

/** Asks for a key and a name, and logs in with them. */
export function LoginForm({ onDone }: { readonly onDone?: () => void }) {
  const words = useWords(sessionWords)
  const session = useSession()
  const failureText = useFailureText()
  const [key, setKey] = useState('')
  const [name, setName] = useState(session.name)
  const [isAsking, setAsking] = useState(false)
  const [wasSubmitted, setSubmitted] = useState(false)
  const [fault, setFault] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (key.trim() === '' || name.trim() === '') return
    setAsking(true)
    setFault(undefined)
    try {
      if (!sendable.test(key.trim())) throw new Failure(401, words.unknownKey)
      await session.logIn(key.trim(), name.trim())
      onDone?.()
    } catch (error) {
      const isUnknown = error instanceof Failure && error.status === 401
      setFault(isUnknown ? words.unknownKey : failureText(error))
      setAsking(false)
    }
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
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <Button type="submit" loading={isAsking}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  )
}
