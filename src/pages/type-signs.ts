import type { PlaceTypeKey } from '../place/place-types.ts'

/** The sign and colour of a place type, on light and dark ground. */
export interface TypeSign {
  /** Of markers, with 3:1 against land and sea of the map. */
  readonly colour: string
  /** Drawn into a marker or beside a name, on a grid of 24. */
  readonly glyph: string
}

/** The signs of the place types. */
export const typeSigns: Readonly<Record<PlaceTypeKey, TypeSign>> = {
  churchAndChapel: {
    colour: '#7048c8',
    glyph: 'M12 3v5M10 5h4M6 21V13l6-5 6 5v8zM10.5 21v-4h3v4',
  },
  parishHome: { colour: '#b5541c', glyph: 'M4 11l8-7 8 7v10H4zM10 21v-6h4v6' },
  secretariat: { colour: '#1971c2', glyph: 'M5 21V4h9v17M14 9h5v12M8 8h3M8 12h3M8 16h3' },
  cemetery: { colour: '#3b7d3c', glyph: 'M7 21V10a5 5 0 0 1 10 0v11zM12 9v6M10 11h4M4 21h16' },
  external: {
    colour: '#5f6b76',
    glyph: 'M12 21s-7-6.5-7-11.5a7 7 0 0 1 14 0C19 14.5 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  },
  pollingStation: { colour: '#c2255c', glyph: 'M4 12h16v9H4zM8 12V3h8v9M10.5 16h3' },
  mainPollingStation: {
    colour: '#9c1f78',
    glyph: 'M4 12h16v9H4zM8 12V3h8v9M10 7l1.5 1.5L14.5 5.5M10.5 16h3',
  },
  partial: { colour: '#8a6d00', glyph: 'M4 4h16v16H4zM12 4v16M12 12h8' },
}

/** The sign of a place type for a page without scripts. */
export function typeMark(type: PlaceTypeKey): string {
  const { colour, glyph } = typeSigns[type]
  return `<svg class="mark" viewBox="0 0 40 40" aria-hidden="true"><rect width="40" height="40" rx="9" fill="${colour}"/><path d="${glyph}" transform="translate(8 8)"/></svg>`
}
