import { lowerThreadPriority } from '../common/thread-priority.ts'
import { municipalityTiles } from './municipality-lines.ts'

// A program of its own: cutting the borders of a country takes some seconds of CPU time, and half a gigabyte that a thread would
// not give back. It writes the tiles to its standard output, nothing if there are no municipalities.
lowerThreadPriority('reading')
const [, , file = ''] = process.argv
process.stdout.write((await municipalityTiles(file)) ?? '')
