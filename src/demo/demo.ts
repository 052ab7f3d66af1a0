import type { JsonObject } from '../place/json.ts'
import {
  cemeteryRecord,
  churchRecords,
  earlyVotingRecord,
  electionDayRecords,
  parishHomeRecords,
  projectRecord,
  secretariatRecord,
} from './kinds.ts'
import type { Setting } from './place-record.ts'
import { createRandom } from './random.ts'
import {
  areaLines,
  createParishes,
  type Locality,
  type Parish,
  projectUnit,
  swedishLocalities,
  type Unit,
  unitLine,
} from './units.ts'

/** How many places the demo has. */
export const demoPlaces = 5_000

/** What the demo owes its localities to; shown where the demo is. */
export const demoCredit = 'Places are invented; names and positions of localities: GeoNames (geonames.org), CC BY 4.0'

const seed = 20_260_913

/**
 * The demo as an import reads it, the same on every run: the entries of the directory, then 5,000 invented places at
 * real Swedish localities, parents before children.
 */
export function* demoRecords(): Generator<JsonObject> {
  const random = createRandom(seed)
  const localities = swedishLocalities()
  const parishOf = createParishes(localities, random)
  const project = projectUnit(localities[0]!)
  yield* areaLines()
  for (const unit of unitsOf(localities, parishOf, project)) yield unitLine(unit, random)
  yield* places(localities, { parishOf, project })
}

function unitsOf(localities: readonly Locality[], parishOf: (locality: Locality) => Parish, project: Unit): Set<Unit> {
  const units = localities.map(parishOf).flatMap(({ parish, cemeteries, elections }) => [parish, cemeteries, elections])
  return new Set([...units, project])
}

interface Units {
  readonly parishOf: (locality: Locality) => Parish
  readonly project: Unit
}

/** Exactly `demoPlaces`: every locality gets its places, and the largest ones more until there are enough. */
function* places(localities: readonly Locality[], units: Units): Generator<JsonObject> {
  const random = createRandom(seed + 1)
  let number = 0
  let given = 0
  for (let round = 0; given < demoPlaces; round++) {
    for (const locality of localities.filter(({ population }) => population >= 5_000 * round)) {
      const setting: Setting = { locality, random, number: () => ++number }
      for (const record of placesAt(units, setting, round)) {
        if (given === demoPlaces) return
        given += 1
        yield record
      }
    }
  }
}

function placesAt({ parishOf, project }: Units, setting: Setting, round: number): JsonObject[] {
  const { locality, random } = setting
  const { parish, cemeteries, elections } = parishOf(locality)
  const isSeat = parish.locality === locality
  return [
    ...churchRecords(parish, setting, round === 0),
    ...(random.chance(0.6) ? parishHomeRecords(parish, setting) : []),
    ...(isSeat && round === 0 ? [secretariatRecord(parish, setting)] : []),
    ...(random.chance(0.7) ? [cemeteryRecord(cemeteries, setting)] : []),
    ...(random.chance(0.5) ? [earlyVotingRecord(elections, setting)] : []),
    ...(random.chance(0.6) ? electionDayRecords(elections, setting) : []),
    ...(isSeat && random.chance(0.3) ? [projectRecord(project, setting)] : []),
  ]
}
