import { PassThrough } from 'node:stream'
import { LruCache } from '../../common/lru-cache.ts'
import { Problem } from '../../common/problem.ts'
import { reason } from '../../common/reason.ts'
import type { Directory } from '../../directory/directory.ts'
import { knownSystems } from '../../geo/coordinate-systems.ts'
import { type CountryAt, createCountryAt } from '../../geo/locator.ts'
import { createTownCountries } from '../../geo/town-list.ts'
import type { WaterAt } from '../../geo/water-at.ts'
import type { DirectoryEntry } from '../../place/directory-entry.ts'
import type { DirectoryKind } from '../../place/directory-kinds.ts'
import type { JsonObject, JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { countryOf } from '../../place/phone.ts'
import type { Instant } from '../../place/place.ts'
import { canonicalText } from '../../place/text.ts'
import type { Store } from '../../store/store.ts'
import type { Source } from '../reading/open-source.ts'
import type { ImportRecord } from '../reading/record.ts'
import type { RowStatistics } from '../understanding/column-statistics.ts'
import { fieldsOfPlaces } from '../understanding/columns.ts'
import { KeyCensus } from '../understanding/key-census.ts'
import { comparedPlace, isAnotherPlace } from '../understanding/plain-faults.ts'
import { type PositionJudges, withPositionNotes } from '../understanding/row-position.ts'
import { createRowReader } from '../understanding/row-reader.ts'
import { createKeyReader } from '../understanding/row-texts.ts'
import { type FileFacts, understand, understoodAgain, understoodRecords } from '../understanding/understand.ts'
import { settled, settledField, type Understanding } from '../understanding/understanding.ts'
import { type Edits, edited, readEdits } from './edited-understanding.ts'
import { FileReader } from './file-reader.ts'
import { ImportRun, type ImportTarget } from './import.ts'
import type { ImportOptions } from './import-options.ts'
import type { ImportResult } from './import-result.ts'
import { type JudgedRows, judgeRows, type PlanCaller } from './judged-rows.ts'
import type { Batches } from './pipeline.ts'
import { idOfRow, type Plan, type PlanPage, planned, stateOf } from './plan.ts'
import { carryOut } from './plan-execution.ts'
import { eachInTurns, recordsOf, rowsOf } from './plan-rows.ts'
import type { PlanFile, PlanStore } from './plan-store.ts'
import type { FileRead } from './read-file.ts'

/** The dependencies of plans. */
interface PlanParts {
  readonly plans: PlanStore
  readonly target: ImportTarget
  readonly store: Pick<Store, 'sourcesOf' | 'lastRevision'>
  readonly directory: Directory
  readonly model: Model
  readonly clock: () => Instant
  readonly waterAt: WaterAt
}

/** A file to be planned. */
export type PlanSource = Pick<Source, 'bytes' | 'name' | 'format' | 'sheet' | 'signal'>

/** The most rows by which the effects of a plan are judged before it is executed. */
const judgedRowsMax = 20_000

/** Plans of imports: a file is read and understood, shown as the places that it would become, edited, and executed. */
export class ImportPlans {
  readonly #parts: PlanParts
  readonly #files = new FileReader()
  readonly #plans = new WeakMap<PlanFile, Plan>()
  readonly #townCountries = createTownCountries()
  #countryAt: CountryAt | undefined
  #isClosed = false

  constructor(parts: PlanParts) {
    this.#parts = parts
  }

  /** Reads a file, with the edits of a caller who has planned it before, and returns the plan as JSON. */
  make(source: PlanSource, caller: PlanCaller, page: PlanPage, edits?: JsonObject): Promise<JsonObject> {
    return this.#made(source, caller, edits, (plan) => this.#shown(plan, caller, page))
  }

  /** Reads a file and executes its plan, with the edits of a caller who has planned it before, without showing it. */
  makeAndExecute(source: PlanSource, caller: PlanCaller, edits?: JsonObject): Promise<Batches<ImportResult>> {
    return this.#made(source, caller, edits, async (plan) => this.#started(plan, caller))
  }

  /** Makes a plan for a use; removes it if that fails. */
  async #made<Result>(
    source: PlanSource,
    caller: PlanCaller,
    edits: JsonObject | undefined,
    use: (plan: Plan) => Promise<Result>,
  ): Promise<Result> {
    const given = edits && readEdits(edits)
    const file = await this.#parts.plans.create(caller.id, () => isPresent(caller))
    file.uses += 1
    try {
      const plan = await this.#read(file, source, caller, given?.headingLine)
      if (given) plan.understanding = await this.#edited(plan, given)
      return await use(plan)
    } catch (error) {
      await this.#parts.plans.remove(file)
      throw error
    } finally {
      file.uses -= 1
    }
  }

  /** Edits a plan and returns it; throws a 409 while it is executed. */
  async amend(id: string, caller: PlanCaller, page: PlanPage, edits: JsonObject): Promise<JsonObject> {
    const plan = await this.#find(id, caller)
    const given = readEdits(edits)
    if (plan.isAmended) throw new Problem('conflict', 'the plan is being edited by another call')
    if (plan.execution.phase === 'running') throw new Problem('conflict', 'the plan is being executed')
    plan.isAmended = true
    plan.file.uses += 1
    try {
      await this.#amended(plan, caller, given)
    } finally {
      plan.isAmended = false
      plan.file.uses -= 1
    }
    return this.#shown(plan, caller, page)
  }

  async #amended(plan: Plan, caller: PlanCaller, given: Edits): Promise<void> {
    const since = await this.#parts.store.lastRevision()
    if (given.headingLine !== undefined && given.headingLine !== plan.understanding.headingLine) {
      await this.#understand(plan, caller, await this.#files.count(plan, given.headingLine))
      const { columns: _, ...rest } = given
      plan.understanding = edited(plan.understanding, rest, this.#parts.model)
    } else plan.understanding = await this.#edited(plan, given)
    plan.since = since
    plan.execution = planned
    plan.act = undefined
  }

  /** Returns a plan, and the progress of its execution. */
  async show(id: string, caller: PlanCaller, page: PlanPage): Promise<JsonObject> {
    const plan = await this.#find(id, caller)
    if (plan.execution.phase !== 'planned') return stateOf(plan)
    return this.#shown(plan, caller, page)
  }

  /**
   * Executes a plan, and yields its results. It goes on when the receiver leaves; called again while it runs, it yields
   * the results from then on.
   */
  async execute(id: string, caller: PlanCaller): Promise<Batches<ImportResult>> {
    return this.#started(await this.#find(id, caller), caller)
  }

  #started(plan: Plan, caller: PlanCaller): Batches<ImportResult> {
    if (plan.isAmended) throw new Problem('conflict', 'the plan is being edited')
    const results = new PassThrough({ objectMode: true, highWaterMark: 4 })
    plan.receivers.add(results)
    if (plan.execution.phase !== 'running') {
      plan.execution = { ...planned, phase: 'running' }
      plan.file.uses += 1
      if (!plan.act || caller.options.act?.isNamed) plan.act = caller.options.act
      const run = new ImportRun(this.#parts.target, this.#optionsOf(plan, caller))
      plan.isStopping = false
      const check = () => {
        if (plan.isStopping) throw new Problem('conflict', 'its caller stopped it')
        if (this.#isClosed) throw new Problem('unavailable', 'the service stops')
        caller.check()
      }
      void carryOut(plan, run.import(this.#records(plan, caller)), { check, model: this.#parts.model })
    }
    return results as Batches<ImportResult>
  }

  /** Stops the execution of a plan after the rows that are being written; removes a plan that is not executed. */
  async stop(id: string, caller: PlanCaller): Promise<void> {
    const plan = await this.#find(id, caller)
    if (plan.execution.phase === 'running') plan.isStopping = true
    else await this.#parts.plans.remove(plan.file)
  }

  /** Ends all executions; their plans are removed with the store. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#files.close()
    await this.#parts.plans.close()
  }

  async #find(id: string, caller: PlanCaller): Promise<Plan> {
    const plan = this.#plans.get(await this.#parts.plans.find(id, caller.id))
    if (!plan) throw new Problem('conflict', 'the plan is still being made')
    return plan
  }

  async #read(file: PlanFile, source: PlanSource, caller: PlanCaller, headingLine: number | undefined): Promise<Plan> {
    const read = await this.#files.read(file, source, headingLine)
    const plan: Plan = {
      ...{ file, found: read.found, firstRow: 0, receivers: new Set<PassThrough>(), execution: planned },
      since: await this.#parts.store.lastRevision(),
      understanding: understoodRecords,
    }
    await this.#understand(plan, caller, read)
    this.#plans.set(file, plan)
    return plan
  }

  /** Understands the table or the features of a plan. */
  async #understand(plan: Plan, caller: PlanCaller, { table }: FileRead): Promise<void> {
    if (!table) return
    const { statistics, headingLine } = table
    plan.firstRow = table.firstRow
    const understanding = understand(statistics, { ...(await this.#factsOf(plan)), headingLine })
    plan.understanding = await this.#withKnownSource(understanding, statistics, caller)
    delete plan.census
  }

  async #factsOf({ found: { name, epsg } }: Plan): Promise<FileFacts> {
    this.#countryAt ??= await createCountryAt()
    return { model: this.#parts.model, countryAt: this.#countryAt, name, epsg }
  }

  /** Returns the understanding of a plan with edits; if columns have other fields, their cells have other meanings. */
  async #edited(plan: Plan, given: Edits): Promise<Understanding> {
    const { model } = this.#parts
    const before = plan.understanding
    const next = edited(before, given, model)
    const fieldsOf = ({ columns }: Understanding) => columns.map(settledField)
    if (JSON.stringify(fieldsOf(before)) === JSON.stringify(fieldsOf(next))) return next
    const { table } = await this.#files.count(plan, before.headingLine)
    const again = understoodAgain(next, before, table!.statistics, await this.#factsOf(plan))
    // The edits may also answer what only the new fields ask.
    const { columns: _, ...answers } = given
    return edited(again, answers, model)
  }

  /** Proposes the source in which most keys are known. Callers who may not see all places learn of no key (D8). */
  async #withKnownSource(
    understanding: Understanding,
    statistics: RowStatistics,
    { options }: PlanCaller,
  ): Promise<Understanding> {
    const { isBlind, narrowed, rights } = options.rights?.() ?? {}
    if (isBlind || narrowed || rights?.create || rights?.update) return understanding
    const keyOf = createKeyReader(understanding)
    const keys = keyOf ? statistics.sample.map(keyOf).filter((key) => key !== undefined) : []
    const [source] = await this.#parts.store.sourcesOf(keys)
    // A key may be known by chance, and small numbers are keys of many lists.
    const isNumbering = keys.every((key) => /^\d{1,6}$/.test(key))
    return source && !isNumbering && source.known * 2 > Math.min(keys.length, 1_000)
      ? { ...understanding, source: source.source }
      : understanding
  }

  /** Reads the rows of a plan from one on as records. */
  async *#records(plan: Plan, caller: PlanCaller, from = 0): AsyncGenerator<readonly ImportRecord[]> {
    if (plan.found.format === 'ndjson') return yield* recordsOf(plan, from)
    const { model, directory, clock, waterAt } = this.#parts
    const { countryAt } = await this.#factsOf(plan)
    const judges: PositionJudges = { countryAt, waterAt, townCountries: this.#townCountries }
    const countries = [settled(plan.understanding.country), countryOf(model.locale)]
    const expected = countries.filter((one) => one !== undefined)
    const keys = await this.#keysOf(plan)
    const known = new LruCache<string, readonly DirectoryEntry[]>(2 ** 20, (key) => 200 + 2 * key.length)
    const entriesNamed = (kind: DirectoryKind, name: string) =>
      known.getOrMake(`${kind}/${name}`, () => {
        const wanted = canonicalText(name).toLowerCase()
        const { entries } = directory.list(kind, { prefix: wanted, offset: 0, limit: 100 })
        return entries.filter((entry) => entry.name.toLowerCase() === wanted && maySee(caller, kind, entry.id))
      })
    const read = createRowReader(plan.understanding, {
      ...{ model, entriesNamed },
      countryAt,
      year: new Date(clock()).getUTCFullYear(),
      ...(keys && { otherRows: (key, line) => keys.others(key, line) }),
    })
    for await (const rows of rowsOf(plan, from)) {
      const records: ImportRecord[] = []
      await eachInTurns(rows, (row) => records.push(read(row)))
      yield await Array.fromAsync(records, (record) => withPositionNotes(record, expected, judges))
    }
  }

  /** Returns the keys of all rows, from which those that several rows have are known. */
  async #keysOf(plan: Plan): Promise<KeyCensus | undefined> {
    const { columns, featureIds, empties } = plan.understanding
    const keyOf = createKeyReader(plan.understanding)
    if (!keyOf) return undefined
    const of = JSON.stringify([columns.filter(({ field }) => field === 'key'), featureIds, empties])
    if (plan.census?.of !== of) {
      const keys = new KeyCensus()
      for await (const rows of rowsOf(plan)) {
        for (const row of rows) {
          const key = keyOf(row)
          if (key !== undefined) keys.add(key, row.line)
        }
      }
      plan.census = { of, keys }
    }
    return plan.census.keys
  }

  #optionsOf(plan: Plan, caller: PlanCaller): ImportOptions {
    const { understanding, since, file } = plan
    const { source, mode, empty, confirmed } = understanding
    const isConfirmed = new Set(confirmed)
    return {
      ...caller.options,
      ...{ clock: this.#parts.clock, source, mode, empty, since, act: plan.act },
      idOf: (line) => idOfRow(file.id, line),
      guard: (line, row, present) =>
        !isConfirmed.has(line) && isAnotherPlace(comparedPlace(present), row)
          ? reason('key-of-another-place')
          : undefined,
    }
  }

  /** Returns the plan as JSON, with a page of its rows and what executing it would do. */
  async #shown(plan: Plan, caller: PlanCaller, page: PlanPage): Promise<JsonObject> {
    plan.file.uses += 1
    return this.#document(plan, caller, page).finally(() => {
      plan.file.uses -= 1
    })
  }

  async #document(plan: Plan, caller: PlanCaller, page: PlanPage): Promise<JsonObject> {
    const { offset, limit, show = [] } = page
    const isBeyond = show.length === 0 && offset + limit > judgedRowsMax
    const judged = await this.#judged(plan, caller, { from: 0, most: judgedRowsMax, page })
    const { rows } = isBeyond
      ? await this.#judged(plan, caller, { from: offset, most: limit, page: { ...page, offset: 0 } })
      : judged
    return {
      ...stateOf(plan),
      understanding: plan.understanding as unknown as JsonObject,
      choices: { fields: fieldsOfPlaces(this.#parts.model), systems: knownSystems as unknown as JsonValue },
      effects: judged.effects,
      ...{ offset, limit },
      rows: rows as unknown as JsonValue,
      ...(page.pins && { pins: judged.pins as unknown as JsonValue }),
    }
  }

  /** Judges some of the rows without writing. */
  #judged(
    plan: Plan,
    caller: PlanCaller,
    { from, most, page }: { readonly from: number; readonly most: number; readonly page: PlanPage },
  ): Promise<JudgedRows> {
    const { target, model } = this.#parts
    const options = { ...this.#optionsOf(plan, caller), dryRun: true, showsPlaces: true }
    return judgeRows(this.#records(plan, caller, from), { plan, caller, target, model, options, most, page })
  }
}

/** Returns true if a caller may learn of an entry by its name: who may not read learns only of the own owners (D8). */
function maySee({ options }: PlanCaller, kind: DirectoryKind, id: string): boolean {
  const { isBlind, rights } = options.rights?.() ?? {}
  if (!isBlind) return true
  return kind === 'owners' && [rights?.create, rights?.update].some((lists) => lists?.some((list) => list.includes(id)))
}

function isPresent({ check }: PlanCaller): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
