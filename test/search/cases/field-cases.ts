import { formatInstant } from '../../../src/place/dates.ts'
import type { Field } from '../../../src/place/fields.ts'
import type { JsonObject } from '../../../src/place/json.ts'
import { createModel } from '../../../src/place/model.ts'
import { samplePlace } from '../../../src/place/sample.ts'
import { fieldValues } from '../../../src/query/values.ts'
import type { CasePlace, QueryCases } from './query-cases.ts'

const sample = samplePlace()
const by = sample.updatedBy!
const [week] = sample.openHours!
const openHours = [{ ...week!, days: { ...week!.days, su: [{ from: '11:00', to: '15:00' }] } }]
/** The sample as it is once it has been created. */
const view = { ...sample, openHours, createdBy: by, publishedBy: by, depublishedBy: by }
const namesOf = (areas: readonly { readonly id: string; readonly name?: string }[] = []) =>
  Object.fromEntries(areas.map(({ id, name = '' }) => [id, name]))
const idsOf = (areas: readonly { readonly id: string }[] = []) => areas.map(({ id }) => ({ id }))

/** What a create takes of the sample. */
const filled: CasePlace = {
  ...(JSON.parse(
    JSON.stringify({
      shortDescription: view.shortDescription,
      longDescription: view.longDescription,
      updatedBy: by,
      published: view.published,
      depublished: view.depublished,
      geolocation: view.geolocation,
      contactInfo: view.contactInfo,
      visitingInfo: view.visitingInfo,
      placeDetails: view.placeDetails,
      media: view.media,
      categories: idsOf(view.categories),
      tags: idsOf(view.tags),
      openHours,
    }),
  ) as JsonObject),
  name: view.name,
  parent: view.parent.name!,
  owner: { type: view.owner.type },
}
/** At sea, so that it has no country. */
const bare: CasePlace = {
  name: 'Without',
  geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] } },
}
/** Fields that every place has. */
const always = ['name', 'shortdescription', 'createdby', 'updatedby', 'published', 'publishedby', 'owner_type']
/** Fields whose values the service sets, that need boundaries, or that one place cannot all have: other cases have these. */
const others =
  /^(id|slug|created|updated|deleted|deletedby|parent_id|owner_id|owner_name|placetypes_.*|geolocationinfo_(?!country).*)$/

/** A value as a filter takes it. */
function writtenValue(field: Field): string {
  const [value] = fieldValues(view, field)
  if (value === undefined) throw new Error(`the sample place has no ${field.name}`)
  if (field.kind === 'instant') return formatInstant(Number(value))
  return String(value).replace(/[\\,!^~]/g, '\\$&')
}

function findsBy(field: Field): [query: string, names: readonly string[]][] {
  const wanted = field.kind === 'text' ? '~' : ''
  const value = encodeURIComponent(writtenValue(field))
  const isAlways = always.includes(field.name)
  const ask = (text: string) => `is=*&name=!${view.parent.name}&${field.name}=${text}`
  return [
    [ask(wanted + value), [view.name]],
    [ask(`!${wanted}${value}`), [bare.name]],
    [ask('!'), isAlways ? [view.name, bare.name] : [view.name]],
    [ask(''), isAlways ? [] : [bare.name]],
  ]
}

/** A filter on each field, those of the model that every place can have. */
export const fieldCases: readonly QueryCases[] = [
  {
    title: 'D31: every field is searched: by its value, its complement, and whether there is one',
    names: { categories: namesOf(view.categories), tags: namesOf(view.tags) },
    places: [view.parent.name!, filled, bare],
    finds: Object.fromEntries(
      [...createModel().fields.values()].filter(({ name }) => !others.test(name)).flatMap(findsBy),
    ),
  },
]
