import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place, PlacePage } from '../../client/client.ts'
import type { Json } from '../body/json.ts'
import { continued, type OpenAct, openAct, type SentAct, type Undone, undoAct } from '../body/sent-acts.ts'
import { usePlaceFieldLabel } from '../fields/place-field.ts'
import { useStore } from '../kit/hooks.ts'
import { notifyFault, useFailureText } from '../kit/message.tsx'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useAuthorName, useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import { changeOf, type GivenCell, useCellReading } from './cell-reading.ts'
import { type CellCaller, type CellChange, CellWriter, type WrittenCell } from './cell-writer.ts'
import { loadPlaces } from './load-places.ts'
import type { SharedField, TableField } from './shared-fields.ts'

/** A change of several cells, and how far it has come. */
export interface TableWork {
  readonly act: SentAct
  /** Of places. */
  readonly total: number
  readonly done: number
  readonly written: readonly WrittenCell[]
  readonly isRunning: boolean
  /** Number of pasted cells that have no place in the table. */
  readonly outside: number
  readonly undone?: Undone
}

/** What one step of undoing takes back: an act, or cells of an act that goes on. */
interface Step {
  readonly written: readonly WrittenCell[]
  readonly act?: SentAct
}

/** Number of steps that can be undone by keyboard. */
const stepsMax = 100

/** The changes of one visit to the table. */
export type CellEdits = ReturnType<typeof useCellEdits>

/** What the table shows: a place in each row, a field in each column. */
export interface GridContent {
  readonly places: readonly Place[]
  readonly fields: readonly TableField[]
  readonly labels: readonly string[]
  readonly edits: CellEdits
}

/** Returns the functions that change cells and undo changes, and how far they have come. */
export function useCellEdits() {
  const { labels } = useWords(bulkWords)
  const labelOf = usePlaceFieldLabel()
  const writing = useCellWriting()
  const { writer, write, writeMany, forget } = writing
  const { read, textOf, refusalOf } = useCellReading(writer)
  /** Gives cells texts or values: several as an act of their own. */
  const give = async (kind: 'paste' | 'fill' | 'emptied', cells: readonly GivenCell[], outside = 0) => {
    const { changes, refused } = await read(cells)
    writer.mark(refused, (at) => refused[at]!.state)
    if (changes.length + outside > 1) {
      const fields = [...new Set(changes.map(({ path }) => labelOf(path)))].join(', ')
      return writeMany(changes, openAct(labels[kind](fields)), outside)
    }
    forget()
    if (changes.length > 0) await write(changes)
  }
  const save = (place: Place, field: SharedField, value: Json) => write([changeOf(writer, place, field, value)])
  return { ...writing, give, save, textOf, refusalOf }
}

/** Returns the functions that write cells and undo that. Single changes of one visit are one act. */
function useCellWriting() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const { labels } = useWords(bulkWords)
  const caller = useCaller()
  const [writer] = useState(() => new CellWriter())
  const [visit] = useState(() => ({ steps: [] as Step[], act: undefined as OpenAct | undefined }))
  const [work, setWork] = useState<TableWork>()
  const states = useStore(writer)
  const update = (act: SentAct, change: Partial<TableWork>) =>
    setWork((work) => (work?.act === act ? { ...work, ...change } : work))
  const visitAct = () => {
    visit.act = visit.act ? continued(visit.act) : openAct(labels.table)
    return visit.act
  }
  const send = async (changes: readonly CellChange[], act: SentAct, onDone?: (places: number) => void) => {
    const written = await writer.write(changes, act, caller, onDone)
    // Rows stay as they are: none disappears while it is looked at because it no longer fits the search.
    for (const queryKey of [queryNames.searches, queryNames.place])
      void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    return written
  }
  const keep = (step: Step) => {
    if (step.written.length > 0) visit.steps = [...visit.steps.slice(1 - stepsMax), step]
  }
  const write = async (changes: readonly CellChange[]) => keep({ written: await send(changes, visitAct()) })
  const writeMany = async (changes: readonly CellChange[], act: SentAct, outside = 0) => {
    const total = new Set(changes.map(({ id }) => id)).size
    setWork({ act, total, done: 0, written: [], isRunning: true, outside })
    const written = await send(changes, act, (done) => update(act, { done }))
    update(act, { written, isRunning: false })
    keep({ written, act })
  }
  /** Undoes the last step. */
  const undo = async () => {
    const step = visit.steps.pop()
    if (!step) return
    const { act, written } = step
    if (!act) {
      const back = written.map(({ stored, ...cell }) => ({ ...cell, value: cell.seen, seen: stored }))
      return void (await send(back, visitAct()))
    }
    update(act, { isRunning: true })
    try {
      update(act, { undone: await undoAct(api, act.id, name) })
      for await (const places of loadPlaces(api, { ids: [...new Set(written.map(({ id }) => id))] }))
        for (const place of places) caller.onPlace(place)
    } catch (error) {
      visit.steps.push(step)
      notifyFault(caller.failureText(error))
    }
    update(act, { isRunning: false })
  }
  /** Writes again what the service did not answer. */
  const retry = () => {
    const changes = writer.faulty().flatMap(({ change, fault }) => (change && fault?.isPassing ? change : []))
    return writeMany(changes, work?.act ?? visitAct())
  }
  return { writer, states, work, write, writeMany, undo, retry, forget: () => setWork(undefined) }
}

/** Who writes, and how faults are told. */
function useCaller(): CellCaller {
  const author = useAuthorName()
  const { api, name } = useSession()
  const queries = useQueryClient()
  const words = useWords(bulkWords)
  const failureText = useFailureText()
  return {
    api,
    updatedBy: name,
    failureText,
    conflictText: (who) => words.cellChanged(who === undefined ? words.someone : author(who)),
    onPlace(now) {
      queries.setQueriesData<PlacePage>({ queryKey: queryNames.searches }, (page) =>
        page?.Results?.some(({ id }) => id === now.id)
          ? { ...page, Results: page.Results.map((row) => (row.id === now.id ? now : row)) }
          : page,
      )
    },
  }
}
