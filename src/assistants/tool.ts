import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Caller, Permission } from '../access/access.ts'
import type { Problem } from '../common/problem.ts'
import type { JsonObject, JsonValue } from '../place/json.ts'
import type { Service } from '../service/service.ts'
import type { Language } from '../words/words.ts'

/** What the tools ask. */
export type ToolParts = Pick<Service, 'places' | 'engine' | 'model' | 'clock'>

/** Who calls a tool, and how the answer is said. */
export interface ToolCall {
  readonly caller: Caller
  readonly language: Language
  readonly isGone: () => boolean
}

/** What a tool answers. */
export interface ToolAnswer {
  /** A sentence of ours, in the language of the caller, without a text of a place. */
  readonly summary: string
  /** Lines that tell of places, for those who read no structure. */
  readonly lines: readonly string[]
  readonly data: JsonObject
}

/** One tool of the interface for assistants, with the rights that it needs. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly needs: Permission
  readonly changes: boolean
  /** JSON Schema of what it takes. */
  readonly input: TSchema
  run(given: unknown, call: ToolCall): Promise<ToolAnswer>
}

interface ToolDefinition<Input extends TSchema> extends Omit<Tool, 'input' | 'run' | 'changes'> {
  readonly changes?: boolean
  readonly input: Input
  readonly run: (given: Static<Input>, call: ToolCall) => Promise<ToolAnswer>
}

/** A tool whose input was checked by its schema before it runs. */
export function tool<Input extends TSchema>(definition: ToolDefinition<Input>): Tool {
  const { run, changes = false, ...rest } = definition
  return { ...rest, changes, run: (given, call) => run(given as Static<Input>, call) }
}

/** What a tool takes, and nothing else. */
export function inputOf<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** What was wrong, with every fault of a body. */
export function faultText({ message, faults }: Problem): string {
  const others = faults.length > 1 ? faults.map(({ pointer, detail }) => `${pointer}: ${detail}`) : []
  return [message, ...others].join('\n')
}

/** Ends of lines that JSON writes as they are. */
const lineEnds = /[\u0085\u2028\u2029]/g

/** A text of a place in a line of its own, which it cannot leave. */
export function quoted(text: JsonValue | undefined): string {
  return JSON.stringify(text ?? null).replaceAll(
    lineEnds,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
