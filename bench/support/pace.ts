import { medianOf } from './figures.ts'

const spans = 9
const spanMillis = 50

/** A list of places in miniature, some 40 kB. */
const text = JSON.stringify(
  Array.from({ length: 200 }, (_, number) => ({
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    name: { text: `Place ${number}`, lang: 'en' },
    position: { lat: 57 + number / 100, lng: 12 - number / 100 },
    categories: ['church', 'open', 'wheelchair'],
    isActive: number % 3 > 0,
  })),
)

/**
 * How fast the machine is just now: megabytes of JSON that one thread parses and writes in a second. Times of two runs
 * are only to be compared where this is alike: one machine differs by half between hours, for what its host does beside.
 */
export function paceOfMachine(): number {
  return medianOf(Array.from({ length: spans }, paceOfSpan))
}

function paceOfSpan(): number {
  const started = performance.now()
  let bytes = 0
  while (performance.now() - started < spanMillis) bytes += JSON.stringify(JSON.parse(text)).length
  return bytes / 1000 / (performance.now() - started)
}
