import { Type } from 'typebox'
import { isNarrowed, sightOf } from '../access/access.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import type { PlaceView } from '../place/place.ts'
import { placeTypes } from '../place/place-types.ts'
import { canonicalUuid } from '../place/text.ts'
import { sees } from '../place/visibility.ts'
import { splitQuery } from '../query/parse/raw-query.ts'
import { readParameters } from '../query/parse/read-parameters.ts'
import { facetsObject } from '../query/results/facets.ts'
import { readMembers, refuseHiddenMembers } from '../query/results/members.ts'
import { type PlaceHours, placeHours } from '../query/results/place-hours.ts'
import { readSuggest, suggestSpec } from '../query/results/suggestion.ts'
import { shownPlace, shownPlaces } from '../service/presentation.ts'
import { locales } from '../words/words.ts'
import { assistantWords } from './assistant-words.ts'
import { pageInput, placesInput, placesShown, readPlaces, understoodInput } from './search-input.ts'
import { inputOf, quoted, type Tool, type ToolAnswer, type ToolCall, type ToolParts, tool } from './tool.ts'

/** Maximum characters of a text and elements of a list in an answer about one place whose fields were not named. */
const toldMax = { characters: 1_000, elements: 50 } as const
const describedMax = 60
/** The fields of each place in a list. */
const briefFields = ['name', 'slug', 'placetypes', 'owner_name', 'geolocationinfo_municipality', 'geolocation']

/** The tools that read what the caller may see. */
export function readingTools(parts: ToolParts): Tool[] {
  return [searchPlaces(parts), getPlace(parts), findOpen(parts), suggest(parts), countBy(parts), describeFields(parts)]
}

function searchPlaces({ engine, model, typed }: ToolParts): Tool {
  return tool({
    name: 'search_places',
    title: 'Search places',
    description:
      'Finds places by words, kind, municipality, position and any field. Published places, unless asked for more.',
    needs: 'read-published',
    input: inputOf({
      ...placesInput,
      ...pageInput,
      orderby: Type.Optional(Type.String({ description: 'Fields with commas, - behind one for descending.' })),
    }),
    async run(given, call) {
      const { orderby, limit, offset, fields = [] } = given
      const wanted = { orderby, ...pageOf({ limit, offset }) }
      const page = await findPlaces(given, wanted, fields, { call, engine, model, typed })
      const briefs = page.places.map((place) => brief(place, fields))
      return {
        summary: assistantWords[call.language].found(page.total, briefs.length),
        lines: [...understoodLine(page), ...briefs.map((place) => line(place))],
        data: { total: page.total, ...understoodAs(page), places: briefs },
      }
    },
  })
}

function findOpen({ engine, model, clock, typed }: ToolParts): Tool {
  return tool({
    name: 'find_open',
    title: 'Find open places',
    description: 'Finds places that are open now, or at a time, and until when.',
    needs: 'read-published',
    input: inputOf({
      ...placesInput,
      ...pageInput,
      at: Type.Optional(
        Type.String({ description: 'Date and time with offset, 2026-12-24T10:00+01:00; now if absent.' }),
      ),
    }),
    async run(given, call) {
      const { at, limit, offset, fields = [] } = given
      const wanted = { openAt: at, ...pageOf({ limit, offset }) }
      const searching = { call, engine, model, typed, isOpen: true }
      const page = await findPlaces(given, wanted, [...fields, 'openhours'], searching)
      const { openAt } = page.query
      const instant = openAt === undefined || openAt === 'now' ? clock() : openAt
      const briefs = page.places.map((place) => {
        const hours = placeHours(place as unknown as PlaceView, { from: undefined, to: undefined }, instant)
        return {
          ...brief(place, fields),
          hours: hoursText(hours, call),
          ...(hours.nextChange && { until: hours.nextChange }),
        }
      })
      const { foundOpen, foundOpenOn } = assistantWords[call.language]
      return {
        summary: (page.query.openOn === undefined ? foundOpen : foundOpenOn)(page.total, briefs.length),
        lines: [...understoodLine(page), ...briefs.map((place) => `${line(place)}, ${place.hours}`)],
        data: { total: page.total, ...understoodAs(page), places: briefs },
      }
    },
  })
}

function pageOf({ limit = placesShown.default, offset }: { limit?: number | undefined; offset?: number | undefined }) {
  return { limit: String(limit), offset: offset === undefined ? undefined : String(offset) }
}

interface Searching extends Pick<ToolParts, 'engine' | 'model' | 'typed'> {
  readonly call: ToolCall
  /** True if only open places are wanted: now, unless the search names another time. */
  readonly isOpen?: boolean
}

/** Returns a page of a search with the wanted fields of each place, built in turns of the event loop. */
async function findPlaces(
  given: Parameters<typeof readPlaces>[0],
  wanted: Parameters<typeof readPlaces>[1],
  fields: readonly string[],
  { call, engine, model, typed, isOpen = false }: Searching,
) {
  const { given: rest, read, label } = await understoodInput(given, typed, call)
  const distance = given.near || read.nearby !== undefined ? ['distance'] : []
  const named = [...briefFields, ...distance, ...fields].join(',')
  const hasTime = [wanted.openAt, read.openAt, read.openOn].some((one) => one !== undefined)
  const openAt = isOpen && !hasTime ? 'now' : (wanted.openAt ?? read.openAt)
  const search = readPlaces(rest, { ...read, ...wanted, openAt, fields: named }, call, model)
  const page = await engine.search(search, call.caller, call.isGone)
  return { total: page.total, places: await shownPlaces(page, search.presentation), query: search.query, label }
}

/** The search in words, if its text was more than words. */
interface Labelled {
  readonly label: string | undefined
}

function understoodAs({ label }: Labelled): JsonObject {
  return label === undefined ? {} : { understood: label }
}

function understoodLine({ label }: Labelled): string[] {
  return label === undefined ? [] : [quoted(label)]
}

/** Returns a place for a list: its members in short, and the named fields. */
function brief(place: JsonObject, fields: readonly string[]): JsonObject {
  const { id, name, slug, placeTypes: types, owner, geolocation, geolocationInfo, distance, ...others } = place
  const position = isJsonObject(geolocation) && isJsonObject(geolocation.geometry) && geolocation.geometry.coordinates
  const { openHours, ...rest } = others
  const summary = {
    id: id ?? null,
    name: name ?? null,
    slug: slug ?? null,
    type: placeTypes.find(({ key }) => isJsonObject(types) && Object.hasOwn(types, key))?.name ?? null,
    ...(isJsonObject(owner) && owner.name !== undefined && { owner: owner.name }),
    ...(isJsonObject(geolocationInfo) && { municipality: geolocationInfo.municipality ?? null }),
    ...(position && { position }),
    ...(typeof distance === 'number' && { distanceMetres: Math.round(distance) }),
  }
  if (fields.length === 0) return summary
  const asksHours = fields.some((field) => field.toLowerCase().startsWith('openhours'))
  return { ...summary, fields: { ...rest, ...(asksHours && openHours !== undefined && { openHours }) } }
}

function line({ id, name, type, municipality, distanceMetres }: JsonObject): string {
  const where = municipality ? ` ${quoted(municipality)}` : ''
  return `- ${quoted(name)} ${type}${where}${distanceMetres === undefined ? '' : ` ${distanceMetres} m`} ${id}`
}

/** Returns open or closed at the moment of the hours, and until when, in the time of the place. */
function hoursText({ openNow, nextChange, timeZone }: PlaceHours, { language }: ToolCall): string {
  const words = assistantWords[language]
  if (nextChange === undefined) return openNow ? words.open : words.closed
  const form = {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const
  const moment = new Intl.DateTimeFormat(locales[language], form).format(new Date(nextChange))
  return `${openNow ? words.openUntil : words.closedUntil} ${moment}`
}

function getPlace({ engine, places, model }: ToolParts): Tool {
  return tool({
    name: 'get_place',
    title: 'Get a place',
    description: 'One place by its id or slug, with its hours of a week. Long texts are cut unless fields are named.',
    needs: 'read-published',
    input: inputOf({ place: Type.String({ description: 'Id or slug.' }), fields: pageInput.fields }),
    async run({ place, fields = [] }, { caller, language }): Promise<ToolAnswer> {
      const pairs = splitQuery(
        fields.length === 0 ? '' : `fields=${encodeURIComponent(fields.join(',').toWellFormed())}`,
      )
      refuseHiddenMembers(pairs, { model, sees: sightOf(caller) })
      const members = readMembers(fields, model)
      const id = canonicalUuid(place) ?? (await places.findBySlug(place, caller)).id
      const { revision, bytes } = await engine.read(id, caller)
      const document = shownPlace(bytes, { members, resolvedHours: false })
      const hours = members ? undefined : await places.hours(id, { from: undefined, to: undefined }, caller)
      const shown = members ? document : (shortened(document) as JsonObject)
      return {
        summary: assistantWords[language].place,
        lines: [quoted(shown)],
        data: { place: shown, revision, ...(hours && { hours: hours as unknown as JsonObject }) },
      }
    },
  })
}

function shortened(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value.length > toldMax.characters ? `${value.slice(0, toldMax.characters).toWellFormed()}…` : value
  }
  if (Array.isArray(value)) return value.slice(0, toldMax.elements).map((element: JsonValue) => shortened(element))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, shortened(inner)]))
}

function suggest({ engine, model }: ToolParts): Tool {
  return tool({
    name: 'suggest',
    title: 'Suggest names',
    description: 'Municipalities, owners and places whose names begin like a text, mistyped ones too.',
    needs: 'read-published',
    input: inputOf({ text: Type.String(), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })) }),
    async run({ text, limit = 10 }, { caller, language, isGone }) {
      const given = readParameters(`q=${encodeURIComponent(text.toWellFormed())}&limit=${limit}`, suggestSpec)
      const { suggestions } = await engine.suggest(readSuggest(given, model, isNarrowed(caller)), caller, isGone)
      return {
        summary: assistantWords[language].suggestions(suggestions.length),
        lines: suggestions.map((one) =>
          `- ${one.type} ${quoted(one.text)} ${one.count} ${one.id === undefined ? '' : quoted(one.id)}`.trimEnd(),
        ),
        data: { suggestions: suggestions as unknown as JsonValue },
      }
    },
  })
}

function countBy({ engine, model, typed }: ToolParts): Tool {
  return tool({
    name: 'count_by',
    title: 'Count places',
    description: 'How many places there are for each value of fields; also by `is` (the kind) and `state`.',
    needs: 'read-published',
    input: inputOf({ by: Type.Array(Type.String(), { minItems: 1, maxItems: 5 }), ...placesInput }),
    async run({ by, ...asked }, call) {
      const { caller, language, isGone } = call
      const { given, read, label } = await understoodInput(asked, typed, call)
      const search = readPlaces(given, { ...read, limit: '0', facets: by.join(',') }, { caller }, model)
      const { total, facets = [] } = await engine.search(search, caller, isGone)
      const counts = facetsObject(facets) as unknown as JsonObject
      return {
        summary: assistantWords[language].counted(total),
        lines: [
          ...understoodLine({ label }),
          ...Object.entries(counts).map(([field, values]) => `- ${field}: ${quoted(values)}`),
        ],
        data: { total, ...understoodAs({ label }), counts },
      }
    },
  })
}

function describeFields({ model }: ToolParts): Tool {
  return tool({
    name: 'describe_fields',
    title: 'Describe the fields',
    description: 'The fields that filters and fields take, for which the caller has the right; narrowed by words.',
    needs: 'read-published',
    input: inputOf({ about: Type.Optional(Type.String({ description: 'Words of names or descriptions.' })) }),
    async run({ about = '' }, { caller, language }) {
      const words = about.toLowerCase().split(/\s+/)
      const seen = [...model.fields.values()].filter(({ visibility }) => sees(sightOf(caller), visibility))
      const textOf = ({ name, description }: (typeof seen)[number]) => `${name} ${description}`.toLowerCase()
      const fitting = seen.filter((field) => words.every((word) => textOf(field).includes(word))).slice(0, describedMax)
      return {
        summary: assistantWords[language].fields(fitting.length, seen.length),
        lines: fitting.map(({ name, kind, description }) => `- ${name} (${kind}) ${quoted(description)}`),
        data: { fields: fitting.map(({ name, kind, list, description }) => ({ name, kind, list, description })) },
      }
    },
  })
}
