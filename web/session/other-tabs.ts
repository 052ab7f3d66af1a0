import { newUuid } from '../kit/new-uuid.ts'
import { ownPrefix } from '../settings.ts'

/** Where tabs hear a question. */
const channelOf = (question: string) => ownPrefix + question

/** Asks the other open tabs of this page; each answers this tab alone, until what is given back is called. */
export function askTabs(question: string, onAnswer: (answer: unknown) => void): () => void {
  const answers = new BroadcastChannel(`${channelOf(question)}.${newUuid()}`)
  answers.onmessage = ({ data }) => onAnswer(data)
  tell(channelOf(question), answers.name)
  return () => answers.close()
}

/** Answers other tabs that ask, until what is given back is called; undefined is no answer. */
export function answerTabs(question: string, answer: () => unknown): () => void {
  const questions = new BroadcastChannel(channelOf(question))
  questions.onmessage = ({ data: asker }) => {
    const given = answer()
    if (given !== undefined) tell(String(asker), given)
  }
  return () => questions.close()
}

function tell(channel: string, message: unknown): void {
  const sender = new BroadcastChannel(channel)
  sender.postMessage(message)
  sender.close()
}
