import type { WriteStream } from 'node:tty'

/** The display of a long command's progress. */
interface Progress extends Disposable {
  /** `share` is the completed part of the whole, 0 to 1; undefined if the whole is not known. */
  update(records: number, share: number | undefined): void
}

const terminalIntervalMillis = 200
const plainIntervalMillis = 5_000
const barCells = 30
/** ECMA-48: moves to the beginning of the line and erases it. */
const eraseLine = '\r\u001B[2K'

/** A bar with rate and time left on a terminal; elsewhere a plain line every few seconds. */
export function createProgress(out: NodeJS.WritableStream, noun: string): Progress {
  const isTerminal = (out as Partial<WriteStream>).isTTY === true
  const started = performance.now()
  let due = isTerminal ? 0 : plainIntervalMillis
  return {
    update(records, share) {
      const millis = performance.now() - started
      if (millis < due) return
      due = millis + (isTerminal ? terminalIntervalMillis : plainIntervalMillis)
      const rate = `${grouped(Math.round(records / Math.max(millis / 1000, 0.001)))}/s`
      const left = share ? timeLeft((millis * (1 - share)) / share) : ''
      if (isTerminal) {
        out.write(`${eraseLine}${bar(share ?? 0)}  ${grouped(records)} ${noun}  ${rate}  ${left}`)
      } else {
        const read = share === undefined ? '' : `, ${Math.floor(share * 100)} % read, ${left}`
        out.write(`${grouped(records)} ${noun}, ${rate}${read}\n`)
      }
    },
    [Symbol.dispose]() {
      if (isTerminal) out.write(eraseLine)
    },
  }
}

function bar(share: number): string {
  const cells = Math.floor(share * barCells)
  return `${'█'.repeat(cells)}${'░'.repeat(barCells - cells)} ${Math.floor(share * 100)} %`
}

function timeLeft(millis: number): string {
  const seconds = Math.round(millis / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`
}

/** Lists numbers of records with what became of them, without those that are 0. */
export function listCounts(counts: Readonly<Record<string, number>>): string {
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  return present.map(([name, count]) => `${grouped(count)} ${name}`).join(', ') || 'no records'
}

/** Formats a number with separated thousands, the same on every machine. */
export function grouped(value: number): string {
  return value.toLocaleString('en')
}
