import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './measure.ts'
import type { Footprint, Left, SystemResult } from './result.ts'

/** What was newly measured: what is not in it stays as it was kept. */
export type Piece = Omit<SystemResult, 'machine' | 'comparisons' | 'left'> &
  Partial<Pick<SystemResult, 'comparisons' | 'left'>>

/** Reads what is kept of a system at a size; undefined when nothing is, or what was asked with another seed. */
export function readKept(folder: string, { places, system, seed }: Omit<Piece, 'about'>): SystemResult | undefined {
  const file = fileOf(folder, { places, system })
  if (!existsSync(file)) return undefined
  const kept = JSON.parse(readFileSync(file, 'utf8')) as SystemResult
  return kept.seed === seed && kept.missing === undefined ? kept : undefined
}

/** Adds a piece to what is kept of its system and size. A question that was measured again replaces what was kept of it. */
export function keep(folder: string, piece: Piece): void {
  mkdirSync(folder, { recursive: true })
  const result = { ...merged(readKept(folder, piece), piece), machine: machine() }
  writeFileSync(fileOf(folder, piece), `${JSON.stringify(result, rounded)}\n`)
}

/** Every result that is kept in a folder, largest sizes first, and the systems in the order of the names. */
export function readResults(folder: string, systems: readonly string[]): SystemResult[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SystemResult)
    .sort((a, b) => b.places - a.places || systems.indexOf(a.system) - systems.indexOf(b.system))
}

function fileOf(folder: string, { places, system }: Pick<Piece, 'places' | 'system'>): string {
  return join(folder, `${places}-${system}.json`)
}

function merged(kept: SystemResult | undefined, piece: Piece): Omit<SystemResult, 'machine'> {
  const { comparisons = [], left = [] } = piece
  if (kept === undefined) return { ...piece, comparisons, left }
  const isNew = new Set([...comparisons, ...left].map(({ question }) => question))
  const key = ({ question, mode }: Comparison) => `${question} ${mode}`
  const before = new Map(kept.comparisons.map((one) => [key(one), one]))
  const all = new Map([
    ...before,
    ...comparisons.map((one) => [key(one), withLatencies(one, before.get(key(one)))] as const),
  ])
  return {
    ...kept,
    ...piece,
    own: footprint(kept.own, piece.own),
    peer: footprint(kept.peer, piece.peer),
    service: { ...kept.service, ...piece.service },
    comparisons: [...all.values()].filter(({ question }) => !left.some((one) => one.question === question)),
    left: [...kept.left.filter(({ question }: Left) => !isNew.has(question)), ...left],
  } as Omit<SystemResult, 'machine'>
}

/** Rates that are measured again without latencies leave those that are known. */
function withLatencies(one: Comparison, before: Comparison | undefined): Comparison {
  const latencies = one.latencies ?? before?.latencies
  return latencies === undefined ? one : { ...one, latencies }
}

/** Memory is the most of all pieces, since each asks other questions. */
function footprint(kept: Footprint | undefined, piece: Footprint | undefined): Footprint | undefined {
  if (kept === undefined || piece === undefined) return piece ?? kept
  return { ...kept, ...piece, memoryBytes: Math.max(kept.memoryBytes ?? 0, piece.memoryBytes ?? 0) }
}

function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}`
}

/** Five digits say all that was measured. */
function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(5)) : value
}
