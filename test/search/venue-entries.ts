import { demoRecords } from '../../src/demo/demo.ts'
import type { DirectoryEntry, Names } from '../../src/place/directory-entry.ts'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import type { OpenHours } from '../../src/place/place.ts'

type Line = { readonly [member: string]: unknown }

/** Venues as the journal has them. */
export interface VenueEntries {
  readonly names: Names
  /** With the revisions from 1 on. */
  readonly batches: readonly (readonly JournalEntry[])[]
}

/** How many venues, and how they are varied. */
export interface VenueOptions {
  readonly count: number
  readonly random: () => number
  /** The instant by which all were written. */
  readonly now: number
}

const batchEntries = 1_000

/** The first places of the demo, with opening hours for each second of them. */
export function venueEntries({ count, random, now }: VenueOptions): VenueEntries {
  const idsOfKeys = new Map<unknown, string>()
  const entries: JournalEntry[] = []
  const directory = new Map<string, DirectoryEntry>()
  for (const record of demoRecords() as Iterable<Line>) {
    const { kind, key, parentKey, ...body } = record
    if (kind !== undefined)
      directory.set(`${kinds[String(kind)]}/${String(body.id)}`, body as unknown as DirectoryEntry)
    else if (entries.length < count) {
      const number = entries.length
      const id = idOf(now - count + number, random)
      idsOfKeys.set(key, id)
      const document = documentOf(body, { id, number, now, parent: idsOfKeys.get(parentKey) })
      const common = { revision: number + 1, kind: 'place', action: 'create', time: now, who: 'import' } as const
      entries.push({ ...common, id, document: JSON.stringify(document) })
    }
  }
  const starts = Array.from({ length: Math.ceil(entries.length / batchEntries) }, (_, batch) => batch * batchEntries)
  return {
    names: { version: 1, entry: (kind, id) => directory.get(`${kind}/${id}`) },
    batches: starts.map((start) => entries.slice(start, start + batchEntries)),
  }
}

const kinds: Readonly<Record<string, DirectoryKind>> = { owner: 'owners', category: 'categories', tag: 'tags' }

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

/** How many places of an import share the instant of their creation. */
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
