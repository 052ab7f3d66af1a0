import { Paper, Text, Title } from '@mantine/core'
import { Loading } from '../kit/loading.tsx'
import { useWords } from '../words/language.tsx'
import { LoginForm } from './login-form.tsx'
import { useSession } from './session.tsx'
import { sessionWords } from './session-words.ts'

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
        {isOpen ? words.whyHere : words.why}
      </Text>
      <LoginForm />
    </Paper>
  )
}
