import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ColumnGuess, Meaning } from '../../src/exchange/understanding/understanding.ts'
import { Button } from '../kit/button.tsx'
import { useFocusAt } from '../kit/hooks.ts'
import { useWords } from '../words/language.tsx'
import { useColumnLabel } from './field-select.tsx'
import {
  CountryInput,
  DatesInput,
  FlagGuessInput,
  FlagMeaning,
  type GuessProps,
  OwnerInput,
  SystemInput,
  TypeMeaning,
  YesNo,
} from './guess-inputs.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { keptOwner } from './kept-choices.ts'
import { needsOwner, withColumn } from './plan.ts'
import { MeaningChip } from './understood.tsx'

/** The questions that the service asks about a file, each answered by one press if its proposal is right. */
export function Questions(props: GuessProps) {
  const words = useWords(importWords)
  const { plan, understanding, edit } = props
  const { dates, country, system, featureIds, columns, types, flags } = understanding
  const isAsked = (guess: { readonly certainty: string } | undefined) => guess?.certainty === 'asked'
  const confirm = (name: 'country' | 'system') => {
    const value = understanding[name]?.value
    return value === undefined ? undefined : () => edit({ [name]: { value, certainty: 'sure' } })
  }
  const asked = [
    needsOwner(plan, understanding) && <OwnerQuestion key="owner" {...props} />,
    isAsked(system) && (
      <Question key="system" text={words.system.question} onConfirm={confirm('system')}>
        <SystemInput {...props} />
      </Question>
    ),
    ...(['swapped', 'swappedRows'] as const).map(
      (name) =>
        isAsked(understanding[name]) && (
          <Question key={name} text={words[name].question}>
            <FlagGuessInput {...props} name={name} />
          </Question>
        ),
    ),
    ...columns.map((column, at) => isAsked(column) && <ColumnQuestion key={`c${at}`} {...props} {...{ column, at }} />),
    isAsked(featureIds) && (
      <Question key="featureIds" text={words.featureIds.question}>
        <FlagGuessInput {...props} name="featureIds" />
      </Question>
    ),
    isAsked(country) && (
      <Question key="country" text={words.country.question} onConfirm={confirm('country')}>
        <CountryInput {...props} />
      </Question>
    ),
    isAsked(dates) && (
      <Question key="dates" text={words.dates.question}>
        <DatesInput {...props} />
      </Question>
    ),
    ...meaningQuestions({
      words,
      meanings: types,
      input: (text) => <TypeMeaning {...props} text={text} />,
      onLeave: () => edit({ types: types.map((one) => (isAsked(one) ? leftOut(one) : one)) }),
    }),
    ...meaningQuestions({ words, meanings: flags, input: (text) => <FlagMeaning {...props} text={text} /> }),
  ].filter(Boolean)
  const sureColumns = columns.filter((column) => isAsked(column) && column.field !== 'key')
  const title = useFocusAt<HTMLHeadingElement>(asked.length)
  if (asked.length === 0) return null
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <Group justify="space-between">
        <Title order={2} size="h4" id="questions" ref={title} tabIndex={-1} className={styles.title}>
          {words.questions(asked.length)}
        </Title>
        {sureColumns.length > 1 && (
          <Button
            variant="light"
            onClick={() => edit({ columns: columns.map((one) => (sureColumns.includes(one) ? sure(one) : one)) })}
          >
            {words.confirmColumns(sureColumns.length)}
          </Button>
        )}
      </Group>
      <ul className={styles.list}>{asked}</ul>
    </section>
  )
}

function sure(column: ColumnGuess): ColumnGuess {
  return { ...column, certainty: 'sure' }
}

function leftOut<Value>(meaning: Meaning<Value>) {
  return { ...meaning, value: 'none' as const, certainty: 'sure' as const }
}

interface MeaningQuestionsProps {
  readonly words: (typeof importWords)['en']
  readonly meanings: readonly Meaning<unknown>[]
  readonly input: (text: string) => ReactNode
  /** Leaves all of them out by one press; absent: that cannot be. */
  readonly onLeave?: () => void
}

/** Number of words that are named in the question about them all. */
const namedMax = 3

function meaningQuestions({ words, meanings, input, onLeave }: MeaningQuestionsProps): readonly ReactNode[] {
  const asked = meanings.filter(({ certainty }) => certainty === 'asked')
  const [only, ...others] = asked
  if (!only) return []
  if (others.length === 0) {
    const { text, count } = only
    return [
      <Question key={`m${text}`} text={words.meaning.question(text, words.rows(count))}>
        {input(text)}
      </Question>,
    ]
  }
  const first = asked.slice(0, namedMax).map(({ text }) => `”${text}”`)
  return [
    <Question
      key="m"
      text={words.meaning.several(asked.length, `${first.join(', ')}${asked.length > namedMax ? ' …' : ''}`)}
    >
      <MeaningChip label={words.meaning.choose} meanings={asked}>
        {input}
      </MeaningChip>
      {onLeave && (
        <Button variant="default" onClick={onLeave}>
          {words.meaning.leaveAll}
        </Button>
      )}
    </Question>,
  ]
}

interface QuestionProps {
  readonly text: string
  /** The answer that is proposed. */
  readonly onConfirm?: (() => void) | undefined
  readonly children: ReactNode
}

function Question({ text, onConfirm, children }: QuestionProps) {
  const { confirm } = useWords(importWords)
  return (
    <li className={styles.question}>
      <span className={styles.asked}>{text}</span>
      <Group gap="xs" wrap="nowrap">
        {children}
        {onConfirm && <Button onClick={onConfirm}>{confirm}</Button>}
      </Group>
    </li>
  )
}

/** Proposes the owner of an earlier file with the same headings. */
function OwnerQuestion(props: GuessProps) {
  const words = useWords(importWords)
  const { understanding, edit } = props
  const owner = keptOwner(understanding)
  const confirm = () => edit({ defaults: { ...understanding.defaults, ...owner } })
  return (
    <Question text={words.owner.question} onConfirm={owner && confirm}>
      <OwnerInput {...props} value={owner?.ownerId} />
    </Question>
  )
}

function ColumnQuestion({ column, at, understanding, edit }: GuessProps & { column: ColumnGuess; at: number }) {
  const words = useWords(importWords)
  const labelOf = useColumnLabel()
  const { heading, field = '' } = column
  const text = words.column.question(heading, labelOf(field))
  return (
    <Question text={text}>
      <YesNo
        label={text}
        value={undefined}
        onChange={(is) => edit({ columns: withColumn(understanding.columns, at, is ? field : undefined) })}
      />
    </Question>
  )
}
