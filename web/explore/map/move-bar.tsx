import { Link } from 'wouter'
import { addresses } from '../../addresses.ts'
import { failureFrom } from '../../api/answered.ts'
import { bulkWords } from '../../bulk/bulk-words.ts'
import { type Job, type Refusal, staleStatus } from '../../bulk/job.ts'
import { changeMoves, type PinMoves, positionsMoved } from '../../bulk/pin-moves.ts'
import type { useSavedMoves } from '../../bulk/save-moves.ts'
import { hasKept, KeptPlaces } from '../../history/undone.tsx'
import { Button } from '../../kit/button.tsx'
import { useRefusalText } from '../../place/field-label.ts'
import { useStayWhile } from '../../session/stay-while.ts'
import { useWords } from '../../words/language.tsx'
import styles from './explorer-map.module.css'
import { moveWords } from './move-words.ts'

interface MoveBarProps {
  readonly moves: PinMoves
  readonly saved: ReturnType<typeof useSavedMoves>
  /** The name of the pin that the next click places. */
  readonly taken: string | undefined
  readonly hasPins: boolean
}

/** The number of moved pins and what can be done with them; after saving, the result. */
export function MoveBar({ moves, saved, taken, hasPins }: MoveBarProps) {
  const words = useWords(moveWords)
  const { job, isBusy } = saved
  const count = Object.keys(positionsMoved(moves)).length
  useStayWhile(count > 0, { isKept: true })
  const isHelp = taken === undefined && hasPins
  const help = taken === undefined ? (hasPins ? words.help : words.zoomIn) : words.taken(taken)
  const isOver = job?.todo.length === 0
  return (
    <section className={styles.moveBar} aria-label={words.bar}>
      <p className={styles.moveHelp}>
        {help} {isHelp && <span className={styles.moveKeys}>{words.keys}</span>}
      </p>
      <div className={styles.moveActions}>
        <strong role="status">{statusText({ job, count, isBusy }, words)}</strong>
        {count > 0 ? <Unsaved {...{ saved }} /> : isOver && !isBusy && <Saved job={job} onUndo={saved.undo} />}
        {count === 0 && !isBusy && (
          <Button size="sm" variant="default" onClick={changeMoves.end}>
            {words.done}
          </Button>
        )}
      </div>
      {job && !isBusy && <Report job={job} />}
    </section>
  )
}

interface StatusOptions {
  readonly job: Job | undefined
  readonly count: number
  readonly isBusy: boolean
}

function statusText({ job, count, isBusy }: StatusOptions, words: (typeof moveWords)['en']): string {
  if (isBusy && job && job.todo.length > 0) return words.saving(job.total - job.todo.length, job.total)
  if (count > 0) return words.moved(count)
  if (!job || job.todo.length > 0) return ''
  return job.undone ? words.undone : words.saved(job.changed.length)
}

/** Saves the moves, or takes back the last one or all. */
function Unsaved({ saved: { job, isBusy, isOther, save, run } }: Pick<MoveBarProps, 'saved'>) {
  const words = useWords(moveWords)
  const isLeft = job !== undefined && job.todo.length > 0
  if (isOther) {
    return (
      <>
        {words.other}{' '}
        <Link className="link" href={addresses.manage('many')}>
          {words.toOther}
        </Link>
      </>
    )
  }
  return (
    <>
      <Button size="sm" loading={isBusy} onClick={() => void (isLeft ? run() : save())}>
        {isLeft ? words.goOn : words.save}
      </Button>
      {!isBusy && !isLeft && (
        <>
          <Button size="sm" variant="light" icon="restore" onClick={changeMoves.undo}>
            {words.undo}
          </Button>
          <Button size="sm" variant="subtle" onClick={changeMoves.discard}>
            {words.discard}
          </Button>
        </>
      )}
    </>
  )
}

function Saved({ job, onUndo }: { readonly job: Job; readonly onUndo: () => Promise<void> }) {
  const words = useWords(moveWords)
  if (job.undone || job.changed.length === 0) return null
  return (
    <Button size="sm" variant="light" icon="restore" onClick={() => void onUndo()}>
      {words.undo}
    </Button>
  )
}

/** The failure that stopped the saving, and each refused place with the reason. */
function Report({ job: { halted, refusals, undone } }: { readonly job: Job }) {
  const words = useWords(bulkWords)
  const refusalText = useRefusalText()
  const reasonOf = ({ failure }: Refusal) =>
    failure.status === staleStatus ? words.stale : refusalText(failureFrom(failure))
  return (
    <>
      {halted && <p role="alert">{refusalText(failureFrom(halted))}</p>}
      {!undone && refusals.length > 0 && (
        <div role="alert">
          <ul className={styles.refusals}>
            {refusals.map((refusal) => (
              <li key={refusal.item.id}>
                <Link className="link" href={addresses.place(refusal.item.id)}>
                  <bdi>{refusal.item.name}</bdi>
                </Link>{' '}
                {reasonOf(refusal)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {undone && hasKept(undone) && <KeptPlaces undone={undone} />}
    </>
  )
}
