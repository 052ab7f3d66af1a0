import { sentences } from './fault-sentences.ts'

/** The code of a reason, by which programs decide and translations find their sentence. */
export type ReasonCode = keyof typeof sentences

/** A parameter of a sentence. A reason as a parameter is a part of the sentence with words of its own. */
export type Param = string | number | boolean | null | Reason | readonly Param[]

/** A reason for refusing a value, for programs and in English. */
export interface Reason {
  readonly detail: string
  readonly code: ReasonCode
  readonly params: Readonly<Record<string, Param>>
}

/** The reason for a state, stored beside it. One stored by an earlier version has no code. */
export interface Explanation extends Partial<Pick<Reason, 'code' | 'params'>> {
  readonly reason: string
}

/** Converts a reason to an explanation. */
export function explanationOf({ detail, code, params }: Reason): Explanation {
  return { reason: detail, code, params }
}

/** Returns the reason in an explanation; one without a code keeps its text. */
export function reasonIn({ reason: detail, code = 'other', params = { text: detail } }: Explanation): Reason {
  return { detail, code, params }
}

type Name<Place> = Place extends `'${infer Quoted}'` ? Quoted : Place
type Names<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}` ? Name<Place> | Names<Rest> : never
type Given<Code extends ReasonCode> = [Names<(typeof sentences)[Code]>] extends [never]
  ? []
  : [params: { readonly [At in Names<(typeof sentences)[Code]>]: Param }]

/** Creates the reason with a code, and fills in its sentence. */
export function reason<Code extends ReasonCode>(code: Code, ...given: Given<Code>): Reason {
  const params = (given[0] ?? {}) as Reason['params']
  return { detail: filled(sentences[code], params, ({ detail }) => detail), code, params }
}

/** Creates the reason for a fault in something with a name. */
export function named(name: string, fault: Reason): Reason {
  return reason('named', { name, fault })
}

/**
 * Fills in the parameters of a sentence; `tell` returns the words of those that are reasons. A text gets the quotes
 * that the sentence has around its name.
 */
export function filled(sentence: string, params: Reason['params'], tell: (inner: Reason) => string): string {
  const textOf = (param: Param, open: string, close: string): string => {
    if (typeof param === 'string') return `${open}${param}${close}`
    if (isList(param)) return param.map((one) => textOf(one, open, close)).join(', ')
    return typeof param === 'object' && param !== null ? tell(param) : String(param)
  }
  return sentence.replace(/\{\{(['“”]?)(\w+)(['”]?)\}\}/g, (_, open: string, name: string, close: string) =>
    textOf(params[name] === undefined ? '' : params[name], open, close),
  )
}

/** Joins the parts, of which there must be one or more, as alternatives. */
export function eitherOf(parts: readonly Param[]): Param {
  return parts.reduce((one, other) => reason('either', { one, other }))
}

function isList(param: Param): param is readonly Param[] {
  return Array.isArray(param)
}
