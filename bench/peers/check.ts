import { type Request, send } from '../support/request.ts'
import type { Asked } from './asked.ts'
import type { Question } from './questions.ts'
import type { Found, RunningSystem, System } from './system.ts'

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
    if (question.kind === 'write') {
      for (const one of [own, peer]) await expectSuccess(one, asked)
      continue
    }
    if (question.kind === 'revalidation') {
      if ((await revalidating(peer.running.url, requestTo(peer, asked))) === undefined)
        return 'its answers have no entity tags'
      continue
    }
    const [wanted, got] = [await find(own, asked), await find(peer, asked)]
    if (JSON.stringify(wanted) !== JSON.stringify(got)) {
      const at = wanted.ids.findIndex((id, index) => id !== got.ids[index])
      return `it answers something else: ${got.total} instead of ${wanted.total}, first difference at ${at}: ${JSON.stringify(asked).slice(0, 200)}`
    }
  }
  return undefined
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

/** Asks and gives the text of the answer; throws for an error. */
async function expectSuccess(askable: Askable, asked: Asked): Promise<string> {
  const answer = await send(askable.running.url, requestTo(askable, asked))
  const text = await answer.text()
  if (answer.ok) return text
  throw new Error(
    `${askable.system.name} answered ${answer.status} to ${JSON.stringify(asked).slice(0, 300)}: ${text.slice(0, 300)}`,
  )
}

async function find(askable: Askable, asked: Asked): Promise<Found> {
  const text = await expectSuccess(askable, asked)
  if (asked.what !== 'place') return askable.system.found(text)
  return { total: 1, ids: [/\\?"id\\?":\\?"([0-9a-f-]+)/.exec(text)?.[1] ?? text.slice(0, 100)] }
}
