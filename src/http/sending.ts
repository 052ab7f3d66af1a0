import type { ServerResponse } from 'node:http'

/** An answer on its way to its caller, in the words of ServerResponse. */
export interface Sending {
  /** Bytes that the system has not taken yet. */
  readonly writableLength: number
  /** Whether it has taken all of them. */
  readonly writableFinished: boolean
  readonly destroyed: boolean
  /** Cuts the caller off. */
  destroy(): void
  /** Tells when the answer is complete or cut off. */
  once(event: 'close', told: () => void): unknown
}

/** Names of fields and their values in turn. */
export type Fields = readonly string[]

/** Fields that many answers share, also as the lines of a head. */
export interface SharedFields {
  readonly fields: Fields
  readonly lines: string
}

/** Makes fields ready once for all answers that have them. */
export function sharedFields(fields: Fields): SharedFields {
  return { fields, lines: linesOf(fields) }
}

/** The fields as lines of a head. */
export function linesOf(fields: Fields): string {
  let lines = ''
  for (let at = 0; at < fields.length; at += 2) lines += fields[at]! + separator + fields[at + 1]! + lineEnd
  return lines
}

/** The head and the body of an answer. */
export interface WholeAnswer {
  readonly status: number
  readonly shared: SharedFields
  /** Those of this answer alone. */
  readonly fields: Fields
  readonly pieces: readonly Buffer[]
}

/** Where an answer is written to. */
export interface Outlet extends Sending {
  write(answer: WholeAnswer): void
}

const separator = ': '
const lineEnd = '\r\n'

/** Up to so many bytes, head and body are handed on as one text, which is faster than two pieces. */
export const textBytesMax = 8 * 1024

/** Node's own response as an outlet. */
export class ResponseOutlet implements Outlet {
  readonly #response: ServerResponse

  constructor(response: ServerResponse) {
    this.#response = response
  }

  get writableLength(): number {
    return this.#response.writableLength
  }

  get writableFinished(): boolean {
    return this.#response.writableFinished
  }

  get destroyed(): boolean {
    return this.#response.destroyed
  }

  destroy(): void {
    this.#response.destroy()
  }

  once(event: 'close', told: () => void): void {
    this.#response.once(event, told)
  }

  write({ status, shared, fields, pieces }: WholeAnswer): void {
    const response = this.#response
    response.writeHead(status, [...shared.fields, ...fields])
    const last = pieces.length - 1
    const body = pieces[last]
    if (last === 0 && body !== undefined && body.length <= textBytesMax) {
      // Each byte is one character of Latin-1, so that the bytes that are sent are these.
      response.end(body.toString('latin1'), 'latin1')
      return
    }
    // Handed to the system together.
    if (last > 0) response.cork()
    for (let at = 0; at < last; at++) response.write(pieces[at])
    response.end(body)
  }
}
