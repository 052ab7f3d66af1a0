import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DirectoryEntry, Gazetteer } from '../../client/client.ts'
import { type ImportResult, noCounts } from '../../src/exchange/importing/import-result.ts'
import type { Understanding } from '../../src/exchange/understanding/understanding.ts'
import { serviceAddress } from '../addresses.ts'
import { answered, Failure, failureOf } from '../api/answered.ts'
import { labelHeader } from '../body/sent-acts.ts'
import { directoryName, entryPath } from '../directory/directory-queries.ts'
import { useStore } from '../kit/hooks.ts'
import { createKeptStore, createStore } from '../kit/store.ts'
import { noteImport } from '../manage/failed-imports.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useStayWhile } from '../session/stay-while.ts'
import { onForgetSession } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { loadFaultWords } from '../words/loaded-fault-words.ts'
import { importWords } from './import-words.ts'
import { keepChoices, keptChoices } from './kept-choices.ts'
import {
  type Execution,
  formOf,
  isFailed,
  isOpen,
  kindsOf,
  type Plan,
  type ShownKind,
  sheetOf,
  withResults,
} from './plan.ts'

/** Changes of an understanding. */
export type Edits = Partial<Understanding>

/** The import of a person in this tab. */
export interface ImportState {
  /** The name of the file that is on its way, and the part of it that has arrived, up to 1. */
  readonly sending?: { readonly name: string; readonly part: number } | undefined
  readonly plan?: Plan | undefined
  /** Edits whose answer is awaited. */
  readonly edits?: Edits | undefined
  readonly shown: ShownKind
  /** From 1. */
  readonly page: number
  readonly isBusy: boolean
  /** True if choices for an earlier file with the same headings were used. */
  readonly isKnown: boolean
  readonly failure?: unknown
}

interface Caller {
  readonly api: Gazetteer
  readonly updatedBy: string
  /** The only owner that new places may have. */
  readonly onlyOwner?: string | undefined
}

export const rowsOnPage = 50
const pollMillis = 1_000
const nothing: ImportState = { shown: 'check', page: 1, isBusy: false, isKnown: false }

/**
 * Plans and executes the import of one file. The tab keeps only the plan's id, by which a person finds the import again;
 * the file is held until the page is closed, for a service that no longer knows the plan.
 */
class Importer {
  readonly #store = createStore(nothing)
  readonly #id = createKeptStore(`${ownPrefix}plan`, '')
  #file: File | undefined
  /** Settles when every call so far is answered: one at a time. */
  #calls: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** While the answer of the execution is followed. */
  #following: AbortController | undefined
  #polling: ReturnType<typeof setTimeout> | undefined

  constructor() {
    onForgetSession(() => this.#forget())
  }

  /** True if the file is at hand, to be sent again. */
  get hasFile(): boolean {
    return this.#file !== undefined
  }

  readonly state = this.#store.state
  readonly subscribe = this.#store.subscribe

  /** Sends a file, and uses the choices for an earlier file with the same headings. */
  choose(file: File, caller: Caller, sheet?: string): void {
    const left = this.#leave(caller)
    this.#file = file
    this.#store.set({ ...nothing, sending: { name: file.name, part: 0 } })
    this.#call(async () => {
      await left
      const query = { ...this.#query(caller), name: file.name, ...(sheet !== undefined && { sheet }) }
      const plan = await this.#sent(file, query, 'application/octet-stream')
      const kept = plan.understanding && keptChoices(plan.understanding)
      this.#set({ isKnown: kept !== undefined })
      const edits = { ...kept, ...(plan.file.format !== 'ndjson' && (await ownDefaults(caller))) }
      if (Object.keys(edits).length > 0) await this.#edited(edits, caller)
      await this.#showAll(caller)
    })
  }

  /** Finds the import of this tab again; one that the address names, if this tab has none that could still change. */
  resume(caller: Caller): void {
    const linked = location.hash.slice(1)
    const { phase } = this.state().plan?.execution ?? {}
    if (linked !== '' && (this.#id.state() === '' || phase === 'done' || phase === 'stopped')) {
      this.#forget()
      this.#id.set(linked)
    }
    const { plan, sending } = this.state()
    if (this.#id.state() === '' || plan || sending) return
    this.#call(async () => {
      await this.#read(caller)
      await this.#showAll(caller)
    })
  }

  edit(edits: Edits, caller: Caller): void {
    this.#set({ edits: { ...this.state().edits, ...edits }, page: 1 })
    this.#call(async () => {
      await this.#edited(edits, caller)
      await this.#showAll(caller)
    })
  }

  look(shown: ShownKind, page: number, caller: Caller): void {
    this.#set({ shown, page })
    this.#call(() => this.#read(caller))
  }

  /** Reads another sheet of the workbook. */
  chooseSheet(sheet: string, caller: Caller): void {
    if (this.#file) this.choose(this.#file, caller, sheet)
  }

  /** Executes the plan, or goes on with it; resolves when it has ended, or the connection to it. */
  async start(caller: Caller, label: string): Promise<void> {
    const { plan } = this.state()
    if (!plan || this.#following) return
    if (isOpen(plan)) keepChoices(plan.understanding)
    const following = new AbortController()
    this.#following = following
    const { signal } = following
    let execution: Execution = { phase: 'running', done: 0, counts: noCounts, remarks: [], ids: [] }
    this.#setExecution(execution)
    try {
      for await (const results of resultsOf(await this.#executing(plan, { signal, label }, caller))) {
        execution = withResults(execution, results)
        this.#setExecution(execution)
      }
      this.#setExecution({ ...execution, ...(await this.#actOf(caller)), phase: 'done' })
    } catch (error) {
      if (signal.aborted) return
      // It goes on without this connection, or was stopped, or has not begun: the service knows.
      this.#call(async () => {
        await this.#read(caller)
        if (this.state().plan?.execution.phase === 'planned') throw error
      })
    } finally {
      this.#following = undefined
    }
  }

  /** Reads the id of the act of an execution; nothing if the service has forgotten it. */
  async #actOf({ api }: Caller): Promise<Pick<Execution, 'act'>> {
    const params = { path: { id: this.#id.state() }, query: { limit: 0 } }
    const plan = await answered(api.GET('/import/{id}', { params })).catch(() => undefined)
    return plan?.execution.act === undefined ? {} : { act: plan.execution.act }
  }

  async stop({ api }: Caller): Promise<void> {
    await answered(api.DELETE('/import/{id}', { params: { path: { id: this.#id.state() } } }))
  }

  /** Leaves the import for another file. */
  drop(caller: Caller): void {
    void this.#leave(caller)
    this.#forget()
  }

  /** A plan that nobody looks at any more makes room; if it is gone already, that is as good. */
  async #leave({ api }: Caller): Promise<void> {
    const [id, { plan }] = [this.#id.state(), this.state()]
    if (id === '' || (plan && isFailed(plan))) return
    await api.DELETE('/import/{id}', { params: { path: { id } } }).catch(() => undefined)
  }

  #forget(): void {
    clearTimeout(this.#polling)
    this.#following?.abort()
    this.#id.set('')
    this.#file = undefined
    this.#store.set(nothing)
  }

  /** Calls one after the other; a failure is shown until the next call. */
  #call(work: () => Promise<void>): void {
    this.#waiting += 1
    this.#set({ isBusy: true, failure: undefined })
    const settle = (change: Partial<ImportState>) => {
      this.#waiting -= 1
      this.#set({ ...change, ...(this.#waiting === 0 && { isBusy: false, edits: undefined }) })
    }
    this.#calls = this.#calls.then(work).then(
      () => settle({}),
      (failure: unknown) => settle({ failure, sending: undefined }),
    )
  }

  async #edited(understanding: Edits, caller: Caller): Promise<void> {
    const { api } = caller
    const body = JSON.stringify({ id: this.#id.state(), understanding })
    try {
      const call = api.POST('/import/plan', {
        params: { query: this.#query(caller) },
        headers: { 'Content-Type': 'application/json' },
        body: body as never,
        bodySerializer: (text: unknown) => String(text),
      })
      this.#take(await answered<unknown>(call))
    } catch (error) {
      await this.#sentAgain(error, understanding, caller)
    }
  }

  /** Sends the plan with its file to a service that does not know it, or no longer. */
  async #sentAgain(error: unknown, edits: Edits, caller: Caller): Promise<void> {
    if (!(error instanceof Failure) || error.status !== 404) throw error
    const { plan } = this.state()
    if (!this.#file || !plan?.understanding) {
      this.#forget()
      throw error
    }
    const understanding = { ...plan.understanding, ...edits }
    await this.#sent(formOf(plan, understanding, this.#file), { ...this.#query(caller), ...sheetOf(plan) })
  }

  /** If no row has a fault or a note, shows all. */
  async #showAll(caller: Caller): Promise<void> {
    const { plan, shown } = this.state()
    const isClean = plan?.effects && plan.effects.refused + plan.effects.noted === 0
    if (!isClean || shown !== 'check') return
    this.#set({ shown: 'all', page: 1 })
    await this.#read(caller)
  }

  /** Reads the plan, and reads it again while it is executed. */
  async #read(caller: Caller): Promise<void> {
    const { api } = caller
    const params = { path: { id: this.#id.state() }, query: this.#query(caller) }
    try {
      this.#take(await answered<unknown>(api.GET('/import/{id}', { params })))
    } catch (error) {
      await this.#sentAgain(error, {}, caller)
    } finally {
      clearTimeout(this.#polling)
      if (this.state().plan?.execution.phase === 'running' && !this.#following)
        this.#polling = setTimeout(() => this.#call(() => this.#read(caller)), pollMillis)
    }
  }

  #query({ updatedBy }: Caller) {
    const { shown, page } = this.state()
    const show = kindsOf(shown)
    const rows = { offset: rowsOnPage * (page - 1), limit: rowsOnPage, pins: true, updatedby: updatedBy }
    return { ...rows, ...(show.length > 0 && { show }) }
  }

  #take(answer: unknown): void {
    const plan = answer as Plan
    this.#id.set(plan.id)
    this.#set({ plan, sending: undefined })
  }

  /** Sends a file or a form; the state has the part that has arrived. */
  async #sent(body: Blob | FormData, query: Readonly<Record<string, unknown>>, type?: string): Promise<Plan> {
    const { promise, resolve, reject } = Promise.withResolvers<Plan>()
    // Only this reports how much of a body has arrived.
    const request = new XMLHttpRequest()
    const values = Object.entries(query).map(([name, value]) => [name, String(value)])
    request.open('POST', serviceAddress(`/v4/import/plan?${new URLSearchParams(values)}`))
    if (type) request.setRequestHeader('Content-Type', type)
    request.upload.onprogress = ({ loaded, total }) => {
      const { sending } = this.state()
      if (sending) this.#set({ sending: { ...sending, part: loaded / Math.max(1, total) } })
    }
    request.onload = () => {
      const answer = jsonOf(request.responseText)
      if (request.status === 200) return resolve(answer as Plan)
      const { status } = request
      reject(failureOf(new Response(null, { status }), answer))
    }
    request.onerror = () => reject(new Failure(0, { detail: 'no answer' }))
    request.send(body)
    const plan = await promise.finally(loadFaultWords)
    this.#take(plan)
    return plan
  }

  async #executing(
    plan: Plan,
    { signal, label }: { readonly signal: AbortSignal; readonly label: string },
    { api, updatedBy }: Caller,
  ): Promise<ReadableStream<Uint8Array>> {
    const execute = async (query: Partial<Record<'plan' | 'sheet', string>>, body?: FormData) => {
      const params = { query: { ...query, updatedby: updatedBy }, header: labelHeader(label) }
      const sent = { body: body as never, bodySerializer: (form: unknown) => form as FormData }
      const call = api.POST('/import', { params, signal, parseAs: 'stream', ...sent })
      return (await answered<unknown>(call)) as ReadableStream<Uint8Array>
    }
    try {
      return await execute({ plan: plan.id })
    } catch (error) {
      const isUnknown = error instanceof Failure && error.status === 404
      if (!isUnknown || !this.#file || !plan.understanding) throw error
      return execute(sheetOf(plan), formOf(plan, plan.understanding, this.#file))
    }
  }

  #setExecution(execution: Execution): void {
    const { plan } = this.state()
    if (plan) this.#set({ plan: { ...plan, execution }, failure: undefined })
  }

  #set(change: Partial<ImportState>): void {
    const before = this.state().plan?.execution.phase
    this.#store.set({ ...this.state(), ...change })
    const { plan } = this.state()
    if (plan && before === 'running' && plan.execution.phase !== before) noteEnd(plan)
  }
}

/** Keeps how an execution ended, for the view that a day of work begins with. */
function noteEnd({ id, file: { name = '', rows }, execution: { phase, done, counts } }: Plan): void {
  noteImport({ id, name, time: Date.now(), isStopped: phase === 'stopped', done, refused: counts.refused, rows })
}

/** The owner of the new places of a person who may create places for one owner only. */
async function ownDefaults({ api, onlyOwner }: Caller): Promise<Edits | undefined> {
  if (onlyOwner === undefined) return undefined
  const params = { path: { id: onlyOwner } }
  const entry = await answered<DirectoryEntry>(api.GET(entryPath('owners'), { params })).catch(() => undefined)
  return entry && { defaults: { ownerId: entry.id, ownerType: entry.type } }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads results, a line each, as they arrive. */
async function* resultsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<readonly ImportResult[]> {
  const reader = stream.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>
  let rest = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => JSON.parse(line) as ImportResult)
  }
}

const importer = new Importer()

/** The import of this person, and the means to go on with it. */
export function useImporter() {
  const { api, name, ownNew } = useSession()
  const { importOf } = useWords(importWords)
  const queries = useQueryClient()
  const state = useStore(importer)
  const caller = { api, updatedBy: name, onlyOwner: ownNew?.length === 1 ? ownNew[0] : undefined }
  useStayWhile(state.sending !== undefined)
  useEffect(() => importer.resume(caller), [])
  return {
    state,
    hasFile: importer.hasFile,
    choose: (file: File) => importer.choose(file, caller),
    chooseSheet: (sheet: string) => importer.chooseSheet(sheet, caller),
    edit: (edits: Edits) => importer.edit(edits, caller),
    look: (shown: ShownKind, page = 1) => importer.look(shown, page, caller),
    drop: () => importer.drop(caller),
    stop: () => importer.stop(caller),
    async start() {
      await importer.start(caller, importOf(state.plan?.file.name ?? ''))
      void forgetPlaces(queries)
      void queries.invalidateQueries({ queryKey: [directoryName] })
    },
  }
}
