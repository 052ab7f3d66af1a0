import { createContext } from 'react'
import { continued, type OpenAct, openAct, type SentAct } from '../body/sent-acts.ts'

/** Returns the function that returns the act of the changes of one visit to the table, given its label. */
export function createTableAct(): (label: string) => SentAct {
  let act: OpenAct | undefined
  return (label) => {
    act = act ? continued(act) : openAct(label)
    return act
  }
}

/** The act of changes in the table around. */
export const TableActContext = createContext<(label: string) => SentAct>(openAct)
