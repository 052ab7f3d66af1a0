import { Title } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useWords } from '../words/language.tsx'
import { FieldSelect } from './field-select.tsx'
import type { GuessProps } from './guess-inputs.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { hasOwnKeys, withColumn } from './plan.ts'

/** The columns of a file with their samples, and the fields that they are imported as. */
export function Columns({ plan, understanding, edit }: GuessProps) {
  const words = useWords(importWords)
  const [showsAll, setShowsAll] = useState(false)
  const { columns } = understanding
  if (columns.length === 0) return null
  const numbered = columns.map((column, at) => ({ ...column, at }))
  const left = numbered.filter(({ field }) => field === undefined)
  const shown = showsAll ? numbered : numbered.filter(({ field }) => field !== undefined)
  return (
    <section aria-labelledby="columns" className={styles.section}>
      <Title order={2} size="h4" id="columns">
        {words.columns.title}
      </Title>
      <ul className={styles.columns}>
        {shown.map(({ at, heading, samples, field, certainty }) => (
          <li key={at} className={styles.column} data-asked={certainty === 'asked' || undefined}>
            <div className={styles.heading}>
              <bdi title={heading}>{heading}</bdi>
              {field !== undefined && certainty === 'likely' && <Soft span> {words.guess}</Soft>}
            </div>
            <div className={styles.samples}>{samples.join(' · ') || '–'}</div>
            <FieldSelect
              size="sm"
              aria-label={words.columns.meaningOf(heading)}
              fields={plan.choices.fields}
              value={field}
              onChange={(chosen) => edit({ columns: withColumn(columns, at, chosen) })}
            />
          </li>
        ))}
      </ul>
      {left.length > 0 && (
        <Button variant="subtle" size="sm" mt="xs" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? words.columns.hideLeftOut : words.columns.showLeftOut(left.length)}
        </Button>
      )}
      {!hasOwnKeys(plan) && <Soft mt="xs">{words.columns.noKey}</Soft>}
    </section>
  )
}
