import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { directoryName } from '../directory/directory-queries.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useStayWhile } from '../session/unsaved.ts'
import type { OutgoingRecord } from './records.ts'
import { type RecordResult, sendRecords } from './send-records.ts'

/** Where an import is: a dry run that goes on or has ended, then the import itself. */
export interface ImportRun {
  readonly phase: 'checking' | 'checked' | 'importing' | 'imported'
  readonly records: readonly OutgoingRecord[]
  readonly results: readonly RecordResult[]
  /** Why it did not come to its end; `stopped` when the person wanted so. */
  readonly halted?: unknown
}

/** Records, or how they are made where that takes a while. */
type Records = readonly OutgoingRecord[] | ((signal: AbortSignal) => Promise<readonly OutgoingRecord[]>)

export const stopped = 'stopped'

/** Checks records by a dry run and imports them, part by part, and tells how far it has come. */
export function useImport() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const [run, setRun] = useState<ImportRun>()
  const control = useRef<AbortController>(undefined)

  const send = useCallback(
    async (phase: 'checking' | 'importing', given: Records, done: readonly RecordResult[]) => {
      const own = new AbortController()
      control.current = own
      let results = done
      let records = typeof given === 'function' ? [] : given
      const tell = (next: Partial<ImportRun>) => {
        if (control.current === own) setRun({ phase, records, results, ...next })
      }
      tell({})
      try {
        if (typeof given === 'function') {
          records = await given(own.signal)
          tell({})
        }
        await sendRecords({
          api,
          records,
          from: done.length,
          dryRun: phase === 'checking',
          updatedBy: name,
          signal: own.signal,
          onResults: (more) => {
            results = [...results, ...more]
            tell({})
          },
        })
        tell({ phase: phase === 'checking' ? 'checked' : 'imported' })
      } catch (error) {
        tell({ halted: own.signal.aborted ? stopped : error })
      }
      if (phase === 'checking') return
      void forgetPlaces(queries)
      void queries.invalidateQueries({ queryKey: [directoryName] })
    },
    [api, name, queries],
  )

  const reset = useCallback(() => {
    control.current?.abort()
    control.current = undefined
    setRun(undefined)
  }, [])
  const isRunning = run !== undefined && (run.phase === 'checking' || run.phase === 'importing') && !run.halted
  useStayWhile(isRunning && run.phase === 'importing')
  // Who leaves the view stops what nobody would see the end of.
  useEffect(() => () => control.current?.abort(), [])
  return { run, isRunning, send, reset, stop: () => control.current?.abort() }
}
