import { isDeepStrictEqual } from 'node:util'
import { type Request, send } from '../support/request.ts'
import type { Asked } from './asked.ts'
import type { Question } from './questions.ts'
import type { RunningSystem, System } from './system.ts'

const timesChecked = 8

/** A system that runs, and how it is asked. */
export interface Askable {
  readonly system: System
  readonly running: RunningSystem
}

/** Why a question that the peer can express is not compared: it answers something else; undefined when it is. */
export async function reasonNotToCompare(question: Question, own: Askable, peer: Askable): Promise<string | undefined> {
  for (let time = 0; time < timesChecked; time++) {
    const asked = question.ask()
    if (question.kind === 'revalidation') {
      if ((await revalidating(peer.running.url, requestTo(peer, asked))) === undefined)
        return 'its answers have no entity tags'
      continue
    }
    const [wanted, got] = [await resultOf(own, asked), await resultOf(peer, asked)]
    if (!isDeepStrictEqual(got, wanted)) {
      return `it answers something else to ${shown(asked)}: ${shown(differenceOf(got, wanted))} instead of ${shown(differenceOf(wanted, got))}`
    }
  }
  return undefined
}

type Members = Readonly<Record<string, unknown>>

/** The members in which one differs from the other. */
function differenceOf(one: Members, other: Members): Members {
  return Object.fromEntries(Object.entries(one).filter(([name, value]) => !isDeepStrictEqual(value, other[name])))
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 300)
}

/** The request of a system for what is asked, with the headers that each of its requests needs. */
export function requestTo({ system, running }: Askable, asked: Asked): Request {
  const request = system.requestOf(asked)
  return { ...request, headers: { ...running.headers, ...request.headers } }
}

/** The request that asks whether an answer is still so; undefined where answers have no entity tag. */
export async function revalidating(url: string, request: Request): Promise<Request | undefined> {
  const withTag = (tag: string) => ({ ...request, headers: { ...request.headers, 'If-None-Match': tag } })
  const answer = await send(url, withTag('"unknown"'))
  await answer.arrayBuffer()
  const tag = answer.headers.get('etag')
  if (tag === null) return undefined
  const again = await send(url, withTag(tag))
  if (again.status !== 304) throw new Error(`${url} answered ${again.status} to the entity tag that it gave`)
  return withTag(tag)
}

/** What must be equal: of a search its total and ids, of a write the place that it leaves. */
async function resultOf(askable: Askable, asked: Asked): Promise<Members> {
  const text = await expectSuccess(askable, asked)
  if (asked.what === 'search') return { ...askable.system.found(text) }
  if (asked.what === 'place') return { id: idIn(text) }
  const id = asked.what === 'patch' ? asked.id : idIn(text)
  const found = askable.system.found(await expectSuccess(askable, { what: 'search', ids: [id], limit: 1, offset: 0 }))
  if (found.total !== 1 || found.ids[0] !== id) return { found }
  const { id: _, ...place }: Members = JSON.parse(await expectSuccess(askable, { what: 'place', id }))
  // An instant is that of each system itself.
  return { ...place, created: typeof place.created, updated: typeof place.updated }
}

/** The first id in an answer, whose JSON may be a text within JSON. */
function idIn(answer: string): string {
  return /\\?"id\\?":\\?"([0-9a-f-]+)/.exec(answer)?.[1] ?? answer.slice(0, 100)
}

/** Asks and gives the text of the answer; throws for an error. */
async function expectSuccess(askable: Askable, asked: Asked): Promise<string> {
  const answer = await send(askable.running.url, requestTo(askable, asked))
  const text = await answer.text()
  if (answer.ok) return text
  throw new Error(`${askable.system.name} answered ${answer.status} to ${shown(asked)}: ${shown(text)}`)
}
