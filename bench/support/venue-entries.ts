import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import { demoRecords } from '../../src/demo/demo.ts'
import type { DirectoryEntry, DirectoryKind, Names } from '../../src/place/directory-entry.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import type { OpenHours } from '../../src/place/place.ts'

type Line = { readonly [member: string]: unknown }

/** Venues as the journal has them. */
export interface VenueEntries {
  readonly names: Names
  /** The ids of what was read so far, in the order of revisions. */
  readonly ids: readonly string[]
  /** Entries with the revisions from 1 on. */
  batches(): AsyncIterable<JournalEntry[]>
}

/** Which venues, and how they are varied. */
export interface VenueOptions {
  readonly count: number
  readonly random: () => number
  /** The folder of the real venues; those of the demo are taken where it has none. */
  readonly data: string
  /** The instant by which all were written. */
  readonly now: number
}

/** The first venues of the file of real ones, or places of the demo, with opening hours for each second of them. */
export async function venueEntries({ count, random, data, now }: VenueOptions): Promise<VenueEntries> {
  const ids: string[] = []
  const idsOfKeys = new Map<unknown, string>()
  const entryOf = ({ key, parentKey, ...body }: Line): JournalEntry => {
    const number = ids.length
    const id = idOf(now - count + number, random)
    ids.push(id)
    idsOfKeys.set(key, id)
    const document = documentOf(body, { id, number, now, parent: idsOfKeys.get(parentKey) })
    const common = { revision: number + 1, kind: 'place', action: 'create', time: now, who: 'import' } as const
    return { ...common, id, document: JSON.stringify(document) }
  }
  return {
    names: await namesOf(data),
    ids,
    async *batches() {
      let batch: JournalEntry[] = []
      for await (const line of linesOf(data, 'places-million')) {
        if (ids.length >= count) break
        batch.push(entryOf(line))
        if (batch.length === 1000) {
          yield batch
          batch = []
        }
      }
      yield batch
    },
  }
}

async function* linesOf(data: string, file: 'directory-million' | 'places-million'): AsyncIterable<Line> {
  const path = join(data, `${file}.ndjson.gz`)
  if (!existsSync(path)) {
    for (const record of demoRecords()) if ('kind' in record === (file === 'directory-million')) yield record
    return
  }
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()) })) {
    yield JSON.parse(line)
  }
}

const kinds: Readonly<Record<string, DirectoryKind>> = { owner: 'owners', category: 'categories', tag: 'tags' }

async function namesOf(data: string): Promise<Names> {
  const entries = new Map<string, DirectoryEntry>()
  for await (const { kind, ...entry } of linesOf(data, 'directory-million')) {
    entries.set(`${kinds[String(kind)]}/${String(entry.id)}`, entry as unknown as DirectoryEntry)
  }
  return { version: 1, entry: (kind, id) => entries.get(`${kind}/${id}`) }
}

/** A UUIDv7 of an instant. */
function idOf(instant: number, random: () => number): string {
  const time = instant.toString(16).padStart(12, '0')
  const rest = Array.from({ length: 4 }, () =>
    Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0'),
  )
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest[0]!.slice(1)}-a${rest[1]!.slice(1)}-${rest[2]}${rest[3]}0000`
}

/** So many places of an import share the instants of their creation. */
const commitPlaces = 500

interface Made {
  readonly id: string
  readonly number: number
  readonly now: number
  readonly parent: string | undefined
}

function documentOf({ published, ...body }: Line, { id, number, now, parent }: Made): Line {
  const instant = written(now - 1e9 + Math.floor(number / commitPlaces) * 37)
  const base = String(body.name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  const openHours = hoursOf(number)
  return {
    ...body,
    id,
    slug: `${base}-${number}`,
    ...(openHours && { openHours }),
    ...(parent !== undefined && { parent: { id: parent } }),
    ...(published !== undefined && { published: written(Date.parse(String(published))) }),
    created: instant,
    createdBy: 'import',
    updated: instant,
    publishedBy: 'import',
  }
}

function written(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, -1)}00Z`
}

/** The venues have no opening hours, so each second one gets some of so many. */
const schedules = 10_000

function hoursOf(number: number): OpenHours[] | undefined {
  if (number % 2 === 1) return undefined
  const schedule = (number / 2) % schedules
  const time = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const spans = [{ from: time(300 + ((schedule * 7) % 500)), to: time(900 + ((schedule * 13) % 530)) }]
  const closed = `2026-${String(1 + (schedule % 12)).padStart(2, '0')}-15`
  return [
    { validFrom: '2020-01-01', validTo: '9999-12-31', days: { mo: spans, tu: spans, we: spans, th: spans, fr: spans } },
    { validFrom: closed, validTo: closed, days: { mo: [] } },
  ]
}
