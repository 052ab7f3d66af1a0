/** Tells the ends of answers in what comes over one connection, one request at a time. */
export interface AnswerReader {
  /** Takes the next bytes; gives the status when they end an answer, else undefined. Throws for what is not HTTP. */
  take(chunk: Buffer): number | undefined
  /** Whether the server has said that it closes the connection after this answer. */
  readonly closes: boolean
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')
const headMax = 65_536

/** Answers with a content-length, in chunks without trailers, or without a body (204, 304) (RFC 9112, section 6). */
export function createAnswerReader(): AnswerReader {
  let status = 0
  let closes = false
  /** Bytes of the body still to come; undefined while the head is read, -1 for a body in chunks. */
  let left: number | undefined
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)

  const takeHead = (chunk: Buffer): number | undefined => {
    const bytes = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = bytes.indexOf(headEnd)
    if (end < 0) {
      if (bytes.length > headMax) throw new Error(`no head within ${headMax} bytes`)
      head = Buffer.from(bytes)
      return undefined
    }
    const text = bytes.toString('latin1', 0, end)
    head = Buffer.alloc(0)
    status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1])
    if (Number.isNaN(status)) throw new Error(`not an answer of HTTP/1: ${text.slice(0, 100)}`)
    closes = /\r\nconnection: *close/i.test(text)
    left = status === 204 || status === 304 ? 0 : bodyLength(text)
    return takeBody(bytes.subarray(end + headEnd.length))
  }
  const takeBody = (chunk: Buffer): number | undefined => {
    if (left === -1) {
      tail = Buffer.concat([tail, chunk.subarray(-lastChunk.length)]).subarray(-lastChunk.length)
      if (!tail.equals(lastChunk)) return undefined
      tail = Buffer.alloc(0)
    } else {
      left = (left ?? 0) - chunk.length
      if (left > 0) return undefined
    }
    left = undefined
    return status
  }
  return {
    take: (chunk) => (left === undefined ? takeHead(chunk) : takeBody(chunk)),
    get closes() {
      return closes
    },
  }
}

function bodyLength(head: string): number {
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) return -1
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer of unknown length: ${head.slice(0, 200)}`)
  return Number(length)
}
