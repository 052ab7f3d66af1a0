import { demoCredit, demoUnlisted } from '../demo/demo.ts'

/** The facts that a start reports to the person who started it. */
interface StartInfo {
  readonly url: string
  /** The location of the record. */
  readonly data: string
  /** Present only on the start that made the key. */
  readonly madeAdminKey?: string
  /** An address that signs a browser in once. */
  readonly link?: string
  /** Number of places of the demo that this start loaded. */
  readonly demoPlaces: number
}

/**
 * Returns the lines that a start prints: always the addresses; on the first start also the key and examples to paste.
 */
export function banner(started: StartInfo): string {
  const { url, data, madeAdminKey, link, demoPlaces } = started
  const lines = [
    '',
    `Gazetteer serves at ${url}`,
    `  Page       ${url}/`,
    `  API        ${url}/v4/place`,
    `  Reference  ${url}/docs`,
    `  Data       ${data}`,
  ]
  if (demoPlaces > 0) lines.push('', ...demoLines(demoPlaces))
  if (link !== undefined) lines.push('', 'Open this to be signed in (once, within 15 minutes):', `  ${link}`)
  if (madeAdminKey !== undefined) {
    lines.push('', 'Admin key, shown this once (only its hash is kept):', `  ${madeAdminKey}`)
    lines.push(...examples(url, madeAdminKey))
  }
  return `${lines.join('\n')}\n\n`
}

/** Describes the demo, and explains why a search lists fewer places than were loaded. */
function demoLines(places: number): string[] {
  const { parts, notPublished } = demoUnlisted(Date.now())
  const [all, listed, ...left] = [places, places - parts - notPublished, parts, notPublished].map((n) =>
    n.toLocaleString('en'),
  )
  return [
    `Loaded the demo: ${all} places. ${demoCredit}.`,
    `A search lists ${listed} of them: ${left[0]} are parts of others (is=*), ${left[1]} are not published now (include=non-published).`,
  ]
}

/** Returns example calls: a search, a filter on the map, and the creation of a place. */
function examples(url: string, key: string): string[] {
  const curl = `curl -s -H 'Authorization: Bearer ${key}'`
  const place = JSON.stringify({
    name: 'Norums kyrka',
    updatedBy: 'me',
    owner: { id: 'norum', type: 'Församling' },
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [11.85, 58.05] } },
    placeTypes: { churchAndChapel: {} },
  })
  return [
    '',
    'Try:',
    `  ${curl} '${url}/v4/place?q=kyrka&limit=3'`,
    `  ${curl} '${url}/v4/place?is=Cemetery&nearby=17.64,59.86&nearbyRadius=50000&expand=distance,owner&limit=3'`,
    `  ${curl} -X PUT -H 'Content-Type: application/json' '${url}/v4/place' -d '${place}'`,
    'The last one makes a draft, which a search shows once it has a "published" that has passed.',
  ]
}
