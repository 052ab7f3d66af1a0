import { Alert, Group, Progress } from '@mantine/core'
import { hasKept, KeptPlaces } from '../history/undone.tsx'
import { Button } from '../kit/button.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import styles from './table.module.css'
import type { CellEdits, GridContent, TableWork } from './use-cell-edits.ts'

/** How far a change of several cells has come, and the cells that are not saved. */
export function TableStatus(props: GridContent) {
  const { edits } = props
  const { work } = edits
  const faulty = edits.writer.faulty()
  return (
    <div className={styles.status}>
      <div role="status">{work && <Work work={work} edits={edits} />}</div>
      {faulty.length > 0 && <Faults {...props} />}
    </div>
  )
}

function Work({ work, edits }: { readonly work: TableWork; readonly edits: CellEdits }) {
  const words = useWords(bulkWords)
  const { total, done, written, isRunning, outside, undone } = work
  const places = new Set(written.map(({ id }) => id)).size
  const text = undone ? words.undone : words.cellsSaved(written.length, places)
  if (isRunning && done < total) {
    const text = words.cellsSaving(done, total)
    return (
      <>
        {text}
        <Progress value={(100 * done) / Math.max(1, total)} aria-label={text} />
      </>
    )
  }
  return (
    <>
      <Group gap="sm">
        {text}
        {!undone && written.length > 0 && (
          <Button size="sm" variant="light" icon="restore" loading={isRunning} onClick={() => void edits.undo()}>
            {words.undoCells}
          </Button>
        )}
        <Button size="sm" variant="subtle" onClick={edits.forget}>
          {words.dismiss}
        </Button>
      </Group>
      {outside > 0 && <Soft>{words.cellsOutside(outside)}</Soft>}
      {undone && hasKept(undone) && <KeptPlaces undone={undone} />}
    </>
  )
}

const faultsShownMax = 5

/** The cells that are not saved, each with the reason and the way to it. */
function Faults({ places, fields, labels, edits }: GridContent) {
  const words = useWords(bulkWords)
  const faulty = edits.writer.faulty()
  const nameOf = (id: string, path: string) => {
    const [row, column] = [places.findIndex((place) => place.id === id), fields.findIndex((one) => one.path === path)]
    return { at: `${row},${column}`, text: [labels[column] ?? path, places[row]?.name].filter(Boolean).join(', ') }
  }
  return (
    <Alert color="orange" title={words.cellsFaulty(faulty.length)}>
      <ul>
        {faulty.slice(0, faultsShownMax).map(({ id, path, fault }) => {
          const { at, text } = nameOf(id, path)
          return (
            <li key={`${id} ${path}`}>
              <Button size="sm" variant="subtle" onClick={() => focusCell(at)}>
                {text}
              </Button>{' '}
              {fault?.text}
            </li>
          )
        })}
      </ul>
      {faulty.length > faultsShownMax && words.cellsMore(faulty.length - faultsShownMax)}
      <Group gap="xs" mt={4}>
        {faulty.some(({ fault }) => fault?.isPassing) && (
          <Button size="sm" variant="light" onClick={() => void edits.retry()}>
            {words.tryAgain}
          </Button>
        )}
        <Button size="sm" variant="subtle" onClick={() => edits.writer.dismiss()}>
          {words.dismiss}
        </Button>
      </Group>
    </Alert>
  )
}

function focusCell(at: string): void {
  document.querySelector<HTMLElement>(`[data-cell='${at}']`)?.focus()
}
