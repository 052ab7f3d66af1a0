import { useState } from 'react'
import { readPlace } from '../body/place-body.ts'
import { notifyFault } from '../kit/message.tsx'
import { positionOf } from '../place/place-traits.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import { type Job, jobRunner, staleStatus, useJob } from './job.ts'
import { changeMoves, currentMoves, type MovedPlace, positionsMoved } from './pin-moves.ts'

/** The places that a job moves; undefined if it does something else. */
function movedBy(job: Job | undefined) {
  return job?.bulk.kind === 'move' ? job.bulk.to : undefined
}

/** Forgets the moves that a finished job has saved, also if another view has continued it. */
function settle(): void {
  const job = jobRunner.state()
  const saved = movedBy(job)
  if (!job || !saved || job.todo.length > 0) return
  const moved = positionsMoved(currentMoves())
  const refused = new Set(job.refusals.map(({ item }) => item.id))
  const isSaved = (id: string) => moved[id] !== undefined && !refused.has(id) && String(moved[id]) === String(saved[id])
  const ids = Object.keys(saved).filter(isSaved)
  if (ids.length > 0) changeMoves.forget(ids)
}

jobRunner.subscribe(settle)
settle()

/** Returns the ways to check, save and undo moves of pins; `job` is the last one that saved some. */
export function useSavedMoves() {
  const { api, mayEdit } = useSession()
  const { job, run, undo } = useJob()
  const words = useWords(bulkWords)
  const [isReading, setReading] = useState(false)
  const isOther = job !== undefined && job.todo.length > 0 && movedBy(job) === undefined

  /** Reads a place that was moved; takes its moves back if the person may not change it. */
  const check = async (moved: MovedPlace): Promise<void> => {
    // Saving reports a place that cannot be read.
    const read = await readPlace(api, moved.id).catch(() => undefined)
    if (!read) return
    const { id, name, updated, parent, owner } = read.place
    if (mayEdit(owner.id)) {
      changeMoves.read({ id, name, type: moved.type, updated, from: positionOf(read.place), parentId: parent?.id })
    } else {
      changeMoves.forget([id])
      notifyFault(words.notMovable(name))
    }
  }

  /** Saves all moves as one act. A refused move is tried again, on the present revision of its place. */
  const save = async (): Promise<void> => {
    const stale = new Set(
      job?.refusals.filter(({ failure }) => failure.status === staleStatus).map(({ item }) => item.id),
    )
    const unread = Object.values(currentMoves().places).filter(
      ({ id, updated }) => updated === undefined || stale.has(id),
    )
    setReading(true)
    await Promise.all(unread.map(check))
    setReading(false)
    const moves = currentMoves()
    const items = Object.values(moves.places).map(({ id, name, updated = '', parentId }) => ({
      id,
      name,
      updated,
      parentId,
    }))
    if (items.length === 0) return
    jobRunner.begin({ kind: 'move', pointer: '/geolocation', to: positionsMoved(moves) }, items, words.labels.move)
    await run()
  }
  const isMove = movedBy(job) !== undefined
  return {
    job: isMove ? job : undefined,
    isBusy: isReading || (isMove && job?.isRunning === true),
    isOther,
    check,
    save,
    run,
    undo,
  }
}
