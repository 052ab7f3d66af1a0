import { Button, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { count, noCounts } from '../../src/exchange/import-result.ts'
import { useBodySchema } from '../api/document-query.ts'
import { Loading } from '../kit/loading.tsx'
import { useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { DefaultValues } from './default-values.tsx'
import { guessMapping, type Mapping } from './guess.ts'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { lookUpNames, noNames } from './names.ts'
import { bodyOf, type Defaults, recordsOf } from './records.ts'
import { RunView } from './run-view.tsx'
import { isTable, type Lines, type Table } from './table.ts'
import { directoryTargets, placeTargets } from './targets.ts'
import { useImport } from './use-import.ts'

/** A file that has been read, on its way to the service. */
export function FileView({ source }: { readonly source: Table | Lines }) {
  const words = useWords(importWords)
  const format = useFormat()
  const { api } = useSession()
  const schema = useBodySchema()
  const table = isTable(source) ? source : undefined
  const targets = useMemo(() => {
    if (!schema || !table) return []
    const isDirectory = table.columns.some((column) => column.trim().toLowerCase() === 'kind')
    return isDirectory ? directoryTargets(schema) : placeTargets(schema)
  }, [schema, table])
  const guessed = useMemo(() => (table ? guessMapping(table, targets) : []), [table, targets])
  const [chosen, choose] = useState<Mapping>()
  const [defaults, setDefaults] = useState<Defaults>({})
  const { run, isRunning, send, reset, stop } = useImport()
  const mapping = chosen ?? guessed
  if (table && !schema) return <Loading />
  const prepare = async (signal: AbortSignal) => {
    const reading = { targets, mapping, defaults, known: noNames }
    const bodies = table ? table.rows.map((row) => bodyOf(row, reading)) : []
    return recordsOf(source, { ...reading, known: await lookUpNames(api, bodies, signal) })
  }
  const check = () => send('checking', prepare, [])
  // Where nothing was sent yet the names are still to be looked up.
  const goOn: typeof send = (phase, records, done) => (records.length === 0 ? check() : send(phase, records, done))
  const counts = count(noCounts, run?.results ?? [])
  const wanted = counts.created + counts.changed
  // What was judged before the meaning changed says nothing of what would happen now.
  const change = (next: () => void) => {
    next()
    reset()
  }
  const isDone = run?.phase === 'imported' || run?.phase === 'importing'
  return (
    <>
      {table && !isDone && (
        <ColumnMapping
          table={table}
          targets={targets}
          mapping={mapping}
          hasOwner={defaults.owner !== undefined}
          onChange={(next) => change(() => choose(next))}
        />
      )}
      {table && !isDone && !mapping.includes('kind') && (
        <DefaultValues value={defaults} onChange={(next) => change(() => setDefaults(next))} />
      )}
      {!isDone && !isRunning && (
        <div className={styles.actions}>
          <Button variant={run ? 'default' : 'filled'} onClick={() => void check()}>
            {run ? words.checkAgain : words.check}
          </Button>
        </div>
      )}
      {run && <RunView run={run} onStop={stop} onContinue={goOn} />}
      {run?.phase === 'checked' && (
        <div className={styles.actions}>
          {wanted > 0 ? (
            <Button onClick={() => void send('importing', run.records, [])}>
              {words.importButton(wanted, format.number(wanted))}
            </Button>
          ) : (
            <Text c="dimmed">{words.nothingToDo}</Text>
          )}
        </div>
      )}
    </>
  )
}
