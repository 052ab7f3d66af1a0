import { sentences } from './fault-sentences.ts'

/** The name of a reason, by which programs decide and other languages find their sentence. */
export type ReasonCode = keyof typeof sentences

/** What a sentence is filled in with; a reason is a part of the sentence that has words of its own. */
export type Param = string | number | boolean | null | Reason | readonly Param[]

/** Why a value is refused, for programs and in English. */
export interface Reason {
  readonly detail: string
  readonly code: ReasonCode
  readonly params: Readonly<Record<string, Param>>
}

/** Why something is so, beside what is said of it; what is kept from former versions has no code. */
export interface Explanation extends Partial<Pick<Reason, 'code' | 'params'>> {
  readonly reason: string
}

/** A reason as an explanation. */
export function explanationOf({ detail, code, params }: Reason): Explanation {
  return { reason: detail, code, params }
}

/** The reason in an explanation; one without a code is told as it is. */
export function reasonIn({ reason: detail, code = 'other', params = { text: detail } }: Explanation): Reason {
  return { detail, code, params }
}

type Name<Place> = Place extends `'${infer Quoted}'` ? Quoted : Place
type Names<Text> = Text extends `${string}{{${infer Place}}}${infer Rest}` ? Name<Place> | Names<Rest> : never
type Given<Code extends ReasonCode> = [Names<(typeof sentences)[Code]>] extends [never]
  ? []
  : [params: { readonly [At in Names<(typeof sentences)[Code]>]: Param }]

/** The reason of a code, its sentence filled in. */
export function reason<Code extends ReasonCode>(code: Code, ...given: Given<Code>): Reason {
  const params = (given[0] ?? {}) as Reason['params']
  return { detail: filled(sentences[code], params, ({ detail }) => detail), code, params }
}

/** What is wrong with something that has a name. */
export function named(name: string, fault: Reason): Reason {
  return reason('named', { name, fault })
}

/** A sentence with its parameters; `tell` gives the words of those that are reasons. A text is quoted as the sentence quotes its name. */
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

/** The parts, which are some, as one of which each is meant. */
export function eitherOf(parts: readonly Param[]): Param {
  return parts.reduce((one, other) => reason('either', { one, other }))
}

function isList(param: Param): param is readonly Param[] {
  return Array.isArray(param)
}
