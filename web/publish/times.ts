import type { Place } from '../../client/client.ts'
import type { PlaceChange } from '../body/write-place.ts'

/** Times at which a place becomes public and stops to be; null takes one away. */
export interface PublicationTimes {
  readonly published?: string | null
  readonly depublished?: string | null
}

type Published = Pick<Place, 'published' | 'depublished'>

/** What publishes a place at an instant: an end that lies before it is over, and goes. */
export function timesOfPublishing({ depublished }: Published, at: string): PublicationTimes {
  const isOver = depublished !== undefined && Date.parse(depublished) <= Date.parse(at)
  return { published: at, ...(isOver && { depublished: null }) }
}

/** What makes a place a draft as if it had never been public; undefined where it is one. */
export function timesOfDraft({ published, depublished }: Published): PublicationTimes | undefined {
  return published || depublished ? { published: null, depublished: null } : undefined
}

/** What gives a place that had `former` these times back. */
export function timesBefore(times: PublicationTimes, former: Published): PublicationTimes {
  return Object.fromEntries(Object.keys(times).map((member) => [member, former[member as keyof Published] ?? null]))
}

/** Parts that are not public because the whole was unpublished stay so when the whole becomes a draft. */
export const draftChildAction: NonNullable<PlaceChange['childAction']> = ['skip-depublished']
