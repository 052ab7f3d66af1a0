import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { ImportResult } from '../exchange/import-result.ts'
import { CommandError } from './command-error.ts'

/** Where refused records go. */
export interface Report {
  add(file: string, result: ImportResult): void
  close(): Promise<void>
}

/** How many refused records are shown where no file was named. */
const shownMax = 20
const reasonCharactersMax = 300

/** A report in a file, one line of JSON for each refused record; without a name the first ones go to `stderr`. */
export async function openReport(name: string | undefined, stderr: NodeJS.WritableStream): Promise<Report> {
  return name === undefined ? shownReport(stderr) : fileReport(name)
}

async function fileReport(name: string): Promise<Report> {
  const out = createWriteStream(name)
  try {
    await once(out, 'open')
  } catch (error) {
    throw new CommandError(`--report ${name} cannot be written: ${(error as Error).message}`)
  }
  let failure: Error | undefined
  out.on('error', (error) => {
    failure = error
  })
  return {
    add: (file, { line, key, errors }) => {
      if (failure === undefined) out.write(`${JSON.stringify({ file, line, key, errors })}\n`)
    },
    async close() {
      if (failure !== undefined) throw new CommandError(`--report ${name} is not complete: ${failure.message}`)
      out.end()
      await finished(out)
    },
  }
}

/** Shown at the end, where no progress runs over it. */
function shownReport(stderr: NodeJS.WritableStream): Report {
  const shown: string[] = []
  let refused = 0
  return {
    add(file, { line, key, errors }) {
      refused += 1
      if (refused > shownMax) return
      const reasons = (errors ?? []).map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer}: ${detail}`))
      const named = key === undefined ? '' : ` (${key})`
      const text = `${file}:${line}${named}: ${reasons.join('; ').slice(0, reasonCharactersMax)}`
      shown.push(text.replace(/\p{C}/gu, ' '))
    },
    async close() {
      for (const text of shown) stderr.write(`${text}\n`)
      if (refused > shownMax) stderr.write(`and ${refused - shownMax} more: --report FILE keeps them all\n`)
    },
  }
}
