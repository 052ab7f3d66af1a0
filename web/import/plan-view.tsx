import { Alert, Group, Text, Title } from '@mantine/core'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useFailureText } from '../kit/message.tsx'
import { useFaultText, useWords } from '../words/language.tsx'
import { Columns } from './columns.tsx'
import type { GuessProps } from './guess-inputs.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import type { useImporter } from './importer.ts'
import type { OpenPlan } from './plan.ts'
import { PlanRows } from './plan-rows.tsx'
import { Questions } from './questions.tsx'
import { Understood } from './understood.tsx'

interface PlanViewProps {
  readonly plan: OpenPlan
  readonly importer: ReturnType<typeof useImporter>
}

/** A file before it is imported: what is asked, what was understood, and what would become of its rows. */
export function PlanView({ plan, importer }: PlanViewProps) {
  const words = useWords(importWords)
  const faultText = useFaultText()
  const { state, edit, look, chooseSheet } = importer
  const guesses: GuessProps = { plan, understanding: { ...plan.understanding, ...state.edits }, edit }
  const notes = [...plan.file.notes, ...guesses.understanding.notes]
  return (
    <>
      {state.isKnown && (
        <Alert color="blue" role="status" className={styles.note}>
          {words.known}
        </Alert>
      )}
      {notes.map((note) => (
        <Alert key={note.detail} color="orange" role="status" className={styles.note}>
          {faultText(note)}
        </Alert>
      ))}
      <Questions {...guesses} />
      <section className={styles.section} aria-labelledby="understood">
        <Title order={2} size="h4" id="understood" mb="xs">
          {words.understood}
        </Title>
        <Understood {...guesses} onSheet={importer.hasFile ? chooseSheet : undefined} />
      </section>
      <Columns {...guesses} />
      <PlanRows {...guesses} shown={state.shown} page={state.page} isBusy={state.isBusy} onLook={look} />
      <ImportBar plan={plan} importer={importer} />
    </>
  )
}

/** The effects of importing, in a line, and the button for it. */
function ImportBar({ plan: { effects, file }, importer }: PlanViewProps) {
  const words = useWords(importWords)
  const failureText = useFailureText()
  const { state, start } = importer
  const { changed, created, judged } = effects
  const isWhole = judged >= file.rows
  const count = isWhole ? changed + created : file.rows
  const parts = (['changed', 'created', 'unchanged', 'refused', 'losesHours', 'unpublished'] as const)
    .filter((name) => effects[name] > 0)
    .map((name) => words.effects[name](effects[name]))
  return (
    <Group justify="space-between" className={styles.bar}>
      <div>
        <Text fw={550} role="status">
          {[...(isWhole ? [] : [words.effects.first(judged)]), parts.join(', ')].join(' ')}
        </Text>
        {state.failure !== undefined && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {failureText(state.failure)}
          </Text>
        )}
      </div>
      {count > 0 ? (
        <Button loading={state.isBusy} onClick={() => void start()}>
          {words.go(count)}
        </Button>
      ) : (
        <Soft>{words.nothingToDo}</Soft>
      )}
    </Group>
  )
}
