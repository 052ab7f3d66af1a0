import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import type { ContactInfo } from '../../place/place.ts'
import { contactInfoSchema } from '../../place/schema.ts'

const members = Object.keys(contactInfoSchema.properties).filter((member) => member !== 'fetchAutomatically')

/** The JSON of a place with each empty member of its contactInfo filled from its owner's; phone is one member (D48). */
export function withContact(json: string, fetched: ContactInfo | undefined): string {
  if (fetched === undefined) return json
  const document = JSON.parse(json) as Record<string, JsonValue>
  const stored = isJsonObject(document.contactInfo) ? document.contactInfo : {}
  const known = fetched as JsonObject
  const filled = members.flatMap((member): [string, JsonValue][] => {
    const value = stored[member] ?? known[member]
    return value === undefined ? [] : [[member, value]]
  })
  document.contactInfo = { ...Object.fromEntries(filled), fetchAutomatically: true }
  return JSON.stringify(document)
}
