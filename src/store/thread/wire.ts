import type { ProblemValue } from '../../common/problem.ts'
import type { LocatorOptions } from '../../geo/boundary-options.ts'
import type { JournalEntry, Position, Revision } from '../../place/journal.ts'
import type { ModelOptions } from '../../place/model.ts'
import type { Instant, Place, PlaceId } from '../../place/place.ts'
import type { OwnerEntries } from '../../place/request.ts'
import type { Command, ForeseenCommand, Outcome, StoredPlace, WriteAnswer } from '../store.ts'
import { foreseenEntry } from '../writing/foreseen-entry.ts'

/** What rules follow from. */
export interface RulesOptions {
  readonly model: ModelOptions
  readonly locator: LocatorOptions
}

/** What the writing thread is started with; plain data. */
export interface ThreadOptions extends RulesOptions {
  /** Address of the module that gives the rules (`createPlaceRules`). */
  readonly rules: string
  /** Address of the module that opens the database for writing (`openWriting`), and what that is called with. */
  readonly database: string
  readonly argument: unknown
}

/** What the writing thread is asked; it answers in the same order. */
export type ToWorker = ToWrite | { readonly kind: 'close' }

/** A group of commands for one transaction; the ticket tells whose answer comes back. */
export interface ToWrite {
  readonly kind: 'write'
  readonly ticket: number
  readonly commands: readonly PackedCommand[]
  readonly answer: WriteAnswer
}

/** The members of a foreseen command in the order of `packCommand`. */
type PackedForeseen = readonly [
  ...place: [
    id: PlaceId,
    who: string,
    now: Instant,
    slugBase: string,
    document: Uint8Array,
    importKey: string | undefined,
  ],
  ownerEntries: OwnerEntries,
]

/** A command as it crosses the threads. */
export type PackedCommand = PackedForeseen | Exclude<Command, ForeseenCommand>

/**
 * A list for a foreseen command: members of an object cross with their names, and the text of its `kind` would be another
 * one for each command, to be looked up wherever it is compared.
 */
export function packCommand(command: Command): PackedCommand {
  if (command.kind !== 'foreseen') return command
  const { id, who, now, slugBase, document, importKey } = command.place
  return [id, who, now, slugBase, document, importKey, command.ownerEntries]
}

/** The command that was packed. */
export function unpackCommand(packed: PackedCommand): Command {
  if (!isPackedForeseen(packed)) return packed
  const [id, who, now, slugBase, document, importKey, ownerEntries] = packed
  return {
    kind: 'foreseen',
    place: { id, who, now, slugBase, document, ...(importKey !== undefined && { importKey }) },
    ownerEntries,
  }
}

function isPackedForeseen(packed: PackedCommand): packed is PackedForeseen {
  return Array.isArray(packed)
}

/** What the writing thread says. */
export type FromWorker =
  | { readonly kind: 'open' }
  | { readonly kind: 'unopened'; readonly reason: string }
  | {
      readonly kind: 'written'
      readonly ticket: number
      readonly outcomes: readonly PackedOutcome[]
      readonly common: CommonOutcome
    }
  | { readonly kind: 'failed'; readonly ticket: number; readonly problem: ProblemValue }
  /** Something for the log. */
  | { readonly kind: 'fault'; readonly text: string }

/**
 * An outcome whose place crosses the threads as the document that is in an entry anyway. A number: the command was taken as
 * it was foreseen, and this is the revision, from which all else follows.
 */
export type PackedOutcome =
  | Revision
  | { readonly done: false; readonly problem: ProblemValue }
  | (Omit<Outcome & { done: true }, 'place'> & { readonly place?: PackedPlace })

interface PackedPlace extends Omit<StoredPlace, 'place'> {
  /** Absent: it is the one of the entry of the place's revision. */
  readonly document?: string
}

/** What the outcomes of a transaction have in common. */
export type CommonOutcome = Pick<Outcome & { done: true }, 'before'> & { readonly mark?: number }

/** What the outcomes that are packed as a number have in common. */
export function commonOutcome(outcomes: readonly Outcome[]): CommonOutcome {
  const written = outcomes.find((outcome) => outcome.done && outcome.before && outcome.entries.length > 0)
  if (!written?.done) return {}
  const mark = written.entries[0]?.mark
  return { ...(written.before && { before: written.before }), ...(mark !== undefined && { mark }) }
}

/** An outcome as it crosses the threads. */
export function packOutcome(outcome: Outcome, command: Command, answer: WriteAnswer): PackedOutcome {
  if (!outcome.done) return outcome
  const { place: stored, ...told } = outcome
  if (answer === 'brief') {
    const [entry] = told.entries
    if (command.kind === 'foreseen' && entry?.id === command.place.id && !stored) return entry.revision
    return { ...told, entries: told.entries.map(withoutPlace) }
  }
  if (!stored) return told
  const { place, ...rest } = stored
  const isInEntries = told.entries.some(({ revision, id }) => revision === stored.revision && id === place.id)
  return { ...told, place: isInEntries ? rest : { ...rest, document: JSON.stringify(place) } }
}

function withoutPlace(entry: JournalEntry): JournalEntry {
  if (entry.kind !== 'place') return entry
  const { document: _, ...rest } = entry
  return rest
}

/** The outcome as the interface promises it; its place is parsed when it is first asked for. */
export function unpackOutcome(packed: PackedOutcome, command: Command, common: CommonOutcome): Outcome {
  if (typeof packed === 'number') return foreseenOutcome(packed, command, common)
  return packed.done && packed.place ? new UnparsedOutcome(packed, packed.place) : (packed as Outcome)
}

/** A class, since each object with a getter of its own gets a shape of its own, which outlives it. */
class UnparsedOutcome {
  readonly done = true
  readonly entries: readonly JournalEntry[]
  declare readonly before?: Position
  readonly #packed: PackedPlace
  #place: StoredPlace | undefined

  constructor({ entries, before }: Pick<Outcome & { done: true }, 'entries' | 'before'>, packed: PackedPlace) {
    this.entries = entries
    if (before) this.before = before
    this.#packed = packed
  }

  get place(): StoredPlace {
    this.#place ??= this.#unpack()
    return this.#place
  }

  #unpack(): StoredPlace {
    const { document, ...rest } = this.#packed
    const text = document ?? this.entries.find(({ revision }) => revision === rest.revision)?.document
    if (text === undefined) throw new Error(`the outcome lacks the document of revision ${rest.revision}`)
    return { ...rest, place: JSON.parse(text) as Place }
  }
}

function foreseenOutcome(revision: Revision, command: Command, { before, mark }: CommonOutcome): Outcome {
  if (command.kind !== 'foreseen') throw new Error(`a command of the kind ${command.kind} was not foreseen`)
  const entry = { revision, ...foreseenEntry(command.place), ...(mark !== undefined && { mark }) }
  return { done: true, entries: [entry], ...(before && { before }) }
}
