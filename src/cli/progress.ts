import type { WriteStream } from 'node:tty'
import { SingleBar } from 'cli-progress'

/** How far a long command is. */
export interface Progress {
  /** `share` is how much of the whole is done, 0 to 1; undefined when the whole is not known. */
  update(records: number, share: number | undefined): void
  stop(): void
}

const plainIntervalMillis = 5_000
const barIntervalMillis = 200
const barSteps = 1_000

/** A bar with rate and time left on a terminal; elsewhere a plain line every few seconds. */
export function createProgress(out: NodeJS.WritableStream, noun: string): Progress {
  const started = performance.now()
  const secondsNow = () => (performance.now() - started) / 1000
  const isTerminal = (out as Partial<WriteStream>).isTTY === true
  return isTerminal ? barProgress(out, noun, secondsNow) : plainProgress(out, noun, secondsNow)
}

function barProgress(out: NodeJS.WritableStream, noun: string, seconds: () => number): Progress {
  const format = `{bar} {percentage} %  {records} ${noun}  {rate}/s  {left}`
  const bar = new SingleBar({ stream: out, format, hideCursor: true, clearOnComplete: true, fps: 10, barsize: 30 })
  let shown = -Infinity
  bar.start(barSteps, 0, { records: 0, rate: 0, left: '' })
  return {
    update(records, share) {
      if (seconds() * 1000 - shown < barIntervalMillis) return
      shown = seconds() * 1000
      const left = share === undefined ? '' : timeLeft(share, seconds())
      bar.update(Math.floor((share ?? 0) * barSteps), {
        records: grouped(records),
        rate: rate(records, seconds()),
        left,
      })
    },
    stop: () => bar.stop(),
  }
}

function plainProgress(out: NodeJS.WritableStream, noun: string, seconds: () => number): Progress {
  let next = plainIntervalMillis
  return {
    update(records, share) {
      if (seconds() * 1000 < next) return
      next = seconds() * 1000 + plainIntervalMillis
      const done = share === undefined ? '' : `, ${Math.floor(share * 100)} % read, ${timeLeft(share, seconds())}`
      out.write(`${grouped(records)} ${noun}, ${rate(records, seconds())}/s${done}\n`)
    },
    stop: () => {},
  }
}

function timeLeft(share: number, seconds: number): string {
  if (share <= 0) return ''
  const left = Math.round((seconds * (1 - share)) / share)
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')} left`
}

function rate(records: number, seconds: number): string {
  return grouped(Math.round(records / Math.max(seconds, 0.001)))
}

/** A number with its thousands apart, the same on every machine. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',')
}
