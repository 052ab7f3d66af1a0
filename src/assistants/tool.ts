import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Caller, Permission } from '../access/access.ts'
import type { Problem } from '../common/problem.ts'
import type { JsonObject, JsonValue } from '../place/json.ts'
import type { Service } from '../service/service.ts'
import type { Language } from '../words/words.ts'

/** The parts of the service that the tools use. */
export type ToolParts = Pick<Service, 'places' | 'engine' | 'typed' | 'importPlans' | 'model' | 'clock'>

/** The caller of a tool, and the language of the answer. */
export interface ToolCall {
  readonly caller: Caller
  readonly language: Language
  readonly isGone: () => boolean
  /** Returns the caller as one who plans and executes imports, in the name of somebody if one is given. */
  readonly importer: (updatedBy: string | undefined) => Parameters<Service['importPlans']['execute']>[1]
}

/** The answer of a tool. */
export interface ToolAnswer {
  /** A sentence of ours, in the caller's language, without any text of a place. */
  readonly summary: string
  /** Lines about places, for clients that do not read structured data. */
  readonly lines: readonly string[]
  readonly data: JsonObject
}

/** One tool of the interface for assistants, with the rights that it needs. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The permissions of which the caller needs one. */
  readonly needs: Permission | readonly Permission[]
  readonly changes: boolean
  /** JSON Schema of its input. */
  readonly input: TSchema
  run(given: unknown, call: ToolCall): Promise<ToolAnswer>
}

interface ToolDefinition<Input extends TSchema> extends Omit<Tool, 'input' | 'run' | 'changes'> {
  readonly changes?: boolean
  readonly input: Input
  readonly run: (given: Static<Input>, call: ToolCall) => Promise<ToolAnswer>
}

/** Defines a tool whose input is checked against its schema before it runs. */
export function tool<Input extends TSchema>(definition: ToolDefinition<Input>): Tool {
  const { run, changes = false, ...rest } = definition
  return { ...rest, changes, run: (given, call) => run(given as Static<Input>, call) }
}

/** Returns the schema of an input that has no other members. */
export function inputOf<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

/** Returns the message of a problem, with every fault of a body. */
export function faultText({ message, faults }: Problem): string {
  const others = faults.length > 1 ? faults.map(({ pointer, detail }) => `${pointer}: ${detail}`) : []
  return [message, ...others].join('\n')
}

/** Line ends that JSON does not escape. */
const lineEnds = /[\u0085\u2028\u2029]/g

/** Quotes a text of a place on a line of its own, which the text cannot leave. */
export function quoted(text: JsonValue | undefined): string {
  return JSON.stringify(text ?? null).replaceAll(
    lineEnds,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
