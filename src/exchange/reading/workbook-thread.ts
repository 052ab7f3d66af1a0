import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { messageOf, Problem } from '../../common/problem.ts'
import { lowerThreadPriority } from '../../common/thread-priority.ts'
import { openWorkbook, UnreadableWorkbook } from './workbook.ts'
import {
  type FromWorkbookThread,
  rowsAtOnce,
  type ToWorkbookThread,
  type WorkbookThreadData,
} from './workbook-reader.ts'

/** The thread that reads one workbook, and sends its rows as they are asked for. */
async function serve(port: MessagePort, { bytes, sheet, choosesSheet }: WorkbookThreadData): Promise<void> {
  const say = (message: FromWorkbookThread) => port.postMessage(message)
  let judged: ((isPlaces: boolean) => void) | undefined
  let more = () => {}
  port.on('message', (message: ToWorkbookThread) => (message === 'more' ? more() : judged?.(message === 'places')))
  const isPlaces = (headings: readonly string[]) =>
    new Promise<boolean>((resolve) => {
      judged = resolve
      say({ kind: 'headings', headings })
    })
  try {
    const { rows, ...found } = await openWorkbook(bytes, { sheet, ...(choosesSheet && { isPlaces }) })
    let at = 0
    more = () => {
      say({ kind: 'rows', rows: rows.slice(at, at + rowsAtOnce) })
      at += rowsAtOnce
    }
    say({ kind: 'open', ...found })
  } catch (error) {
    if (error instanceof Problem) say({ kind: 'refused', problem: error.toValue() })
    else if (error instanceof UnreadableWorkbook) say({ kind: 'unreadable', code: error.code, message: error.message })
    else say({ kind: 'unreadable', code: 'workbook', message: messageOf(error) })
  }
}

if (parentPort) {
  lowerThreadPriority('reading')
  void serve(parentPort, workerData as WorkbookThreadData)
}
