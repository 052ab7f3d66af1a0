import { createRandom } from '../../src/demo/template.ts'
import type { ChildAction } from '../../src/place/request.ts'
import type { Command } from '../../src/store/store.ts'
import { validPlace } from '../support/client.ts'

/** How every store of these tests is opened: by the rules of places. */
export const storeParts = { model: { placeTypeSchemas: {}, locale: 'sv' }, locator: { layers: [] } }

/** A change as its writer begins it and, unless the writer was killed meanwhile, as it ends. */
export type Told =
  | { readonly name: string; readonly command: Command }
  | {
      readonly name: string
      /** Milliseconds of the clock of the machine that only goes forward, the same for all of its processes. */
      readonly began: number
      readonly ended: number
      readonly done: boolean
      readonly revisions: readonly number[]
    }

interface Drawn {
  /** Different for each, and who is said to have made the change. */
  readonly name: string
  readonly command: Command
}

export const writers = 3
/** Each writer makes at most so many places by number, which all of them change. */
const placesMax = 6
const now = Date.UTC(2026, 0, 1)
const names = ['Kyrkan', 'Kapellet']

const idOf = (writer: number, place: number) =>
  `01890a5d-ac96-7000-8000-${writer}0000000${String(place).padStart(4, '0')}`

/** Draws groups of changes of few places that share names, parents and keys, so that they get into each other's way. */
export function randomCommands(seed: number, writer: number): () => readonly Drawn[] {
  const random = createRandom(seed * 100 + writer)
  const upTo = (count: number) => Math.floor(random() * count)
  const oneOf = <Value>(values: readonly Value[]): Value => values[upTo(values.length)]!
  let [drawn, made] = [0, 0]
  const anyId = () => idOf(upTo(writers), upTo(placesMax))
  const common = () => ({ now: now + drawn, ownerEntries: {}, allowOverposting: false })
  const ifMatch = () => (random() < 0.2 ? { ifMatch: [1 + upTo(60)] } : {})
  const childActions = (): readonly ChildAction[] => oneOf([[], ['disconnect']])
  const parent = () => oneOf([null, { id: anyId() }])
  const draws: readonly ((who: string) => Command)[] = [
    (updatedBy) => {
      const body = validPlace({ name: oneOf(names), updatedBy, ...(random() < 0.3 && { parent: { id: anyId() } }) })
      const newId = idOf(writer, made++)
      return { kind: 'place', request: { ...common(), action: 'create', body, newId } }
    },
    (updatedBy) => {
      const body = oneOf([
        { name: oneOf(names), updatedBy },
        { parent: parent(), updatedBy },
      ])
      const call = { id: anyId(), childActions: [], seesMedia: true, ...ifMatch() }
      return { kind: 'place', request: { ...common(), action: 'patch', body, ...call } }
    },
    (deletedBy) => {
      const call = { id: anyId(), deletedBy, childActions: childActions(), ...ifMatch() }
      return { kind: 'place', request: { ...common(), action: 'remove', ...call } }
    },
    (updatedBy) => ({ kind: 'place', request: { ...common(), action: 'restore', id: anyId(), updatedBy } }),
    (updatedBy) => {
      const body = validPlace({ name: oneOf(names), updatedBy })
      const newId = `01890a5d-ac96-7000-9000-${writer}${String(drawn).padStart(11, '0')}`
      const sourceKey = { source: oneOf(['import', 'Kommunen']), key: `key ${upTo(3)}` }
      return { kind: 'place', request: { ...common(), action: 'import', body, newId, sourceKey, dryRun: false } }
    },
    (who) => {
      const id = oneOf(['1', '2'])
      const entry = random() < 0.7 ? { entry: { id, name: who } } : {}
      return { kind: 'directory', list: 'owners', id, who, now, ...entry }
    },
  ]
  return () =>
    Array.from({ length: 1 + upTo(3) }, () => {
      const name = `w${writer}-${drawn++}`
      const mayMake = made < placesMax
      return { name, command: (mayMake && random() < 0.4 ? draws[0]! : oneOf(draws.slice(1)))(name) }
    })
}
