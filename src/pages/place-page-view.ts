import type { PlaceView } from '../place/place.ts'
import type { PlaceTypeSchemas } from '../place/place-types.ts'
import type { Language } from '../words/words.ts'
import type { Day } from './days.ts'
import type { Holiday } from './holiday.ts'
import type { HoursView } from './place-hours-html.ts'
import type { RowPlace } from './row-html.ts'

/** A list of places as it is linked to. */
interface NamedList {
  readonly slug: string
  readonly name: string
}

/** The parts of a place, the first of them by name. */
interface Children {
  readonly total: number
  readonly shown: readonly RowPlace[]
}

/** The rights of the reader of a page of a place; all false for visitors. */
export interface PlaceRights {
  readonly mayEdit: boolean
  readonly mayDelete: boolean
  readonly mayReadHistory: boolean
  /** True for readers with a session who may read: the page names who changed it, and follows the changes of others. */
  readonly follows: boolean
}

/** The data of a place's page: only members that its reader may see. */
export interface PlacePageView {
  readonly place: PlaceView
  readonly hours: HoursView
  /** The holidays of its country. */
  readonly holidays: readonly Holiday[]
  /** A day of the week that the address asks for; undefined for the present one. */
  readonly asked: Day | undefined
  /** The place that it is part of; undefined where there is none, or none that the reader sees. */
  readonly parent: PlaceView | undefined
  readonly children: Children
  /** The lists that it is in; undefined where there are none. */
  readonly municipality: NamedList | undefined
  readonly owner: NamedList | undefined
  readonly rights: PlaceRights
  /** The revision of the journal that the page reflects. */
  readonly revision: number
  readonly language: Language
  /** That of the service, in which places have their texts. */
  readonly locale: string
  /** True if the address of the page names the language. */
  readonly isNamed: boolean
  /** The country whose numbers are written without +. */
  readonly home: string | undefined
  /** The address of the page, complete where the service knows its own. */
  readonly address: string
  readonly schemas: PlaceTypeSchemas
}
