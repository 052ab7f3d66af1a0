import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Gazetteer } from '../../client/client.ts'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import { answered } from '../api/answered.ts'
import { directoryName } from '../directory/directory-queries.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useStayWhile } from '../session/stay-while.ts'
import type { OutgoingRecord } from './records.ts'

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

/** What became of a record, or would become of it. */
export interface RecordResult extends Pick<ImportResult, 'status' | 'id' | 'errors' | 'notes'> {
  readonly record: OutgoingRecord
}

/** How the service is asked to take records. */
interface ImportCall {
  readonly api: Gazetteer
  readonly dryRun: boolean
  readonly updatedBy: string
  readonly signal: AbortSignal
}

interface Sending extends ImportCall {
  readonly records: readonly OutgoingRecord[]
  /** How many of them have been sent already. */
  readonly from: number
  /** Told what became of each part, in order. */
  readonly onResults: (results: readonly RecordResult[]) => void
}

/**
 * Small enough that a connection holds the answer to a part while the part is being sent, and that one that is stopped or
 * broken off has not done much that nobody was told of.
 */
const partLimit = { records: 500, characters: 512 * 1024 }

/** Sends the rest of the records part by part in their order. Throws a Failure when the service takes no more. */
async function sendRecords({ records, from, onResults, ...sending }: Sending): Promise<void> {
  const parents = sending.dryRun ? byKey(records) : undefined
  for (let at = from; at < records.length; ) {
    sending.signal.throwIfAborted()
    const part = partFrom(records, at)
    const before = parents ? parentsOf(part, parents) : []
    const results = await sendPart([...before, ...part], sending)
    onResults(results.slice(before.length))
    at += part.length
  }
}

function partFrom(records: readonly OutgoingRecord[], from: number): OutgoingRecord[] {
  const part: OutgoingRecord[] = []
  let characters = 0
  for (let at = from; at < records.length && part.length < partLimit.records; at++) {
    const record = records[at]!
    characters += record.text.length
    if (part.length > 0 && characters > partLimit.characters) break
    part.push(record)
  }
  return part
}

function byKey(records: readonly OutgoingRecord[]): ReadonlyMap<string, OutgoingRecord> {
  return new Map(records.flatMap((record) => (record.key === undefined ? [] : [[record.key, record] as const])))
}

/** A dry run writes nothing, so the parents of a part that stand in earlier ones are judged with it once more. */
function parentsOf(part: readonly OutgoingRecord[], known: ReadonlyMap<string, OutgoingRecord>): OutgoingRecord[] {
  const here = new Set(part)
  const wanted = part.flatMap(({ parentKey, line }) => {
    const parent = parentKey === undefined ? undefined : known.get(parentKey)
    return parent && !here.has(parent) && parent.line < line ? [parent] : []
  })
  return [...new Set(wanted)]
}

/** What the page has found wrong already is refused here, in its place. */
async function sendPart(records: readonly OutgoingRecord[], call: ImportCall): Promise<RecordResult[]> {
  const sound = records.filter(({ faults }) => faults === undefined)
  const judged = sound.length > 0 ? await judge(sound, call) : []
  let next = 0
  return records.map((record) =>
    record.faults ? { record, status: 'refused', errors: record.faults } : judged[next++]!,
  )
}

async function judge(
  records: readonly OutgoingRecord[],
  { api, dryRun, updatedBy, signal }: ImportCall,
): Promise<RecordResult[]> {
  const answer = await answered<unknown>(
    api.POST('/import', {
      // A file with fewer columns takes nothing away.
      params: { query: { dryRun, mode: 'merge', updatedby: updatedBy } },
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: records.map(({ text }) => text).join('\n') as never,
      bodySerializer: (body: unknown) => String(body),
      parseAs: 'text',
      signal,
    }),
  )
  const lines = String(answer)
    .split('\n')
    .filter((line) => line !== '')
  if (lines.length !== records.length) throw new Error(`${records.length} records got ${lines.length} results`)
  return lines.map((line, index) => ({ ...(JSON.parse(line) as RecordResult), record: records[index]! }))
}
