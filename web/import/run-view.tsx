import { Button, Group, Progress, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FailureMessage } from '../kit/failure-message.tsx'
import { isFocusLost } from '../kit/use-focus-after.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import type { OutgoingRecord } from './records.ts'
import { ResultTable } from './result-table.tsx'
import type { RecordResult } from './send-records.ts'
import { type ImportRun, stopped } from './use-import.ts'

interface RunViewProps {
  readonly run: ImportRun
  readonly onStop: () => void
  readonly onContinue: (
    phase: 'checking' | 'importing',
    records: readonly OutgoingRecord[],
    done: readonly RecordResult[],
  ) => Promise<void>
}

/** How far a dry run or an import has come, and what became of its records. */
export function RunView({ run, onStop, onContinue }: RunViewProps) {
  const words = useWords(importWords)
  const format = useFormat()
  const { phase, records, results, halted } = run
  const section = useShownAt(phase)
  const isUnderWay = phase === 'checking' || phase === 'importing'
  const titles = {
    checking: words.checking,
    importing: words.importing,
    checked: words.checked,
    imported: words.imported,
  }
  const count = words.progress(format.number(results.length), format.number(records.length))
  return (
    <section ref={section} tabIndex={-1} className={styles.progress} aria-labelledby="run">
      <Group justify="space-between">
        <div role="status">
          <Title order={2} size="h4" id="run">
            {halted ? words.stopped : titles[phase]}
          </Title>
        </div>
        {isUnderWay && !halted && (
          <Button variant="default" size="compact-md" onClick={onStop}>
            {words.stop}
          </Button>
        )}
        {isUnderWay && halted !== undefined && (
          <Button size="compact-md" onClick={() => void onContinue(phase, records, results)}>
            {words.goOn}
          </Button>
        )}
      </Group>
      {isUnderWay && (
        <>
          <Progress
            value={(100 * results.length) / Math.max(1, records.length)}
            aria-label={titles[phase]}
            animated={!halted}
          />
          <Text size="sm" c="dimmed">
            {count}
          </Text>
        </>
      )}
      {halted !== undefined && halted !== stopped && <FailureMessage error={halted} />}
      {(!isUnderWay || halted !== undefined) && results.length > 0 && <ResultTable results={results} />}
    </section>
  )
}

/** Brings an element to who began a phase: the button for it is gone, and what comes of it may stand below the window. */
function useShownAt(phase: ImportRun['phase']) {
  const section = useRef<HTMLElement>(null)
  const shown = useRef<ImportRun['phase']>(undefined)
  useEffect(() => {
    const { current } = section
    const isFirst = shown.current !== phase
    shown.current = phase
    if (!isFirst || !current || !(isFocusLost() || current.contains(document.activeElement))) return
    current.focus({ preventScroll: true })
    current.scrollIntoView({ block: 'start' })
  }, [phase])
  return section
}
