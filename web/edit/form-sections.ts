import { isWithin, type Pointer } from '../body/json.ts'

/** The parts of the form in their order, and which parts of the body are edited in each. */
const formSections = {
  basics: ['/name', '/shortDescription', '/longDescription', '/owner', '/parent', '/categories', '/tags'],
  position: ['/geolocation'],
  visit: ['/visitingInfo', '/contactInfo'],
  hours: ['/openHours'],
  facilities: ['/placeDetails'],
  media: ['/media'],
  type: ['/placeTypes'],
} as const satisfies Readonly<Record<string, readonly Pointer[]>>

/** The name of a part of the form, which is also its anchor. */
export type FormSectionName = keyof typeof formSections
/** The part of the form in which a fault is put right; undefined where none shows it. The type itself is chosen in the first. */
export function sectionOf(fault: Pointer): FormSectionName | undefined {
  if (fault === '/placeTypes') return 'basics'
  return formSectionNames.find((name) => formSections[name].some((part) => isWithin(fault, part)))
}
/** The names of the parts, in their order. */
export const formSectionNames = Object.keys(formSections) as readonly FormSectionName[]
