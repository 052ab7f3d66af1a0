import type { Asked, Question } from './questions.ts'
import type { Found, RunningSystem, System } from './system.ts'

const timesChecked = 8

/** A system that runs, and how it is asked. */
export interface Askable {
  readonly system: System
  readonly running: RunningSystem
}

/** Why a question cannot be compared: the peer cannot express it, or answers something else; undefined when it can. */
export async function reasonNotToCompare(question: Question, own: Askable, peer: Askable): Promise<string | undefined> {
  for (let time = 0; time < timesChecked; time++) {
    const asked = question.ask()
    const path = peer.system.pathOf(asked)
    if (path === undefined) return 'it cannot express the question'
    const [wanted, got] = [await find(own, asked), await find(peer, asked)]
    if (JSON.stringify(wanted) !== JSON.stringify(got)) {
      const at = wanted.ids.findIndex((id, index) => id !== got.ids[index])
      return `it answers something else: ${got.total} instead of ${wanted.total}, first difference at ${at}: ${JSON.stringify(asked).slice(0, 200)}`
    }
  }
  return undefined
}

async function find({ system, running }: Askable, asked: Asked): Promise<Found> {
  const answer = await fetch(running.url + system.pathOf(asked), { headers: running.headers })
  const text = await answer.text()
  if (!answer.ok)
    throw new Error(`${system.name} answered ${answer.status} to ${JSON.stringify(asked)}: ${text.slice(0, 300)}`)
  const body = JSON.parse(text) as { id?: string; TotalHits?: number; Results?: { id: string }[] }
  if (asked.placeId !== undefined) return { total: 1, ids: [String(body.id)] }
  return { total: body.TotalHits ?? -1, ids: (body.Results ?? []).map(({ id }) => id) }
}
