import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Problem } from '../../common/problem.ts'
import { lowerThreadPriority } from '../../common/thread-priority.ts'
import type { FromReadingThread } from './file-reader.ts'
import { type FileToRead, readFile } from './read-file.ts'

/** The thread that reads one file of a plan. It asks for each part of the disk that it fills. */
async function serve(port: MessagePort, file: FileToRead): Promise<void> {
  const say = (message: FromReadingThread) => port.postMessage(message)
  let answer = (_isTaken: boolean) => {}
  port.on('message', (isTaken: boolean) => answer(isTaken))
  const take = (bytes: number) =>
    new Promise<boolean>((resolve) => {
      answer = resolve
      say({ kind: 'take', bytes })
    })
  try {
    say({ kind: 'read', read: await readFile(file, take) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    say({ kind: 'refused', problem: error.toValue() })
  }
}

if (parentPort) {
  lowerThreadPriority('reading')
  void serve(parentPort, workerData as FileToRead)
}
