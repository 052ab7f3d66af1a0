import type { Gazetteer, operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { newUuid } from '../kit/new-uuid.ts'

/** An act as it is sent with each of its writes. */
export interface SentAct {
  readonly id: string
  readonly label: string
}

/** Returns an act that no write has opened yet; `label` says what it is, in the language of the person. */
export function newAct(label: string): SentAct {
  return { id: newUuid(), label }
}

/** An act that several writes belong to, and when it was opened. */
export interface OpenAct extends SentAct {
  readonly since: number
}

/** The service lets nobody continue an act of yesterday. */
const openMillisMax = 12 * 3_600_000

export function openAct(label: string): OpenAct {
  return { ...newAct(label), since: Date.now() }
}

/** Returns the act for a further write: another one with the same label if it is too old. */
export function continued(act: OpenAct): OpenAct {
  return Date.now() - act.since > openMillisMax ? openAct(act.label) : act
}

/** Returns the headers that make a write part of an act. */
export function actHeader({ id, label }: SentAct) {
  return { 'Gazetteer-Act': id, ...labelHeader(label) }
}

const labelMax = 200

/** Returns the header that labels the act of a write, whatever its id. */
export function labelHeader(label: string) {
  return { 'Gazetteer-Act-Label': encodeURIComponent([...label].slice(0, labelMax).join('').toWellFormed()) }
}

type UndoAnswer = operations['postActsByIdUndo']['responses'][200]['content']['application/json']

/** The result of undoing an act. */
export interface Undone extends Pick<UndoAnswer, 'Undone' | 'Kept' | 'Refused'> {
  /** The id of the act that the undoing is. */
  readonly act: string
  /** Places that are not listed, or that the person does not see. */
  readonly more: number
}

/** Undoes an act, in as many calls as it takes; without a label, the undoing has that of the act. */
export async function undoAct(api: Gazetteer, id: string, updatedBy: string, label?: string): Promise<Undone> {
  const act = newUuid()
  const header = { 'Gazetteer-Act': act, ...(label !== undefined && labelHeader(label)) }
  let undone: Undone = { act, Undone: 0, Kept: [], Refused: [], more: 0 }
  let before: string | undefined
  do {
    const query = { updatedby: updatedBy, ...(before !== undefined && { before }) }
    const answer = await answered(api.POST('/acts/{id}/undo', { params: { path: { id }, query, header } }))
    undone = {
      act,
      Undone: undone.Undone + answer.Undone,
      Kept: [...undone.Kept, ...answer.Kept],
      Refused: [...undone.Refused, ...answer.Refused],
      more: undone.more + answer.More + answer.Hidden,
    }
    before = answer.Next
  } while (before !== undefined)
  return undone
}
