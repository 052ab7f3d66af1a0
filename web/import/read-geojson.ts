import { isObject, type Json, type JsonObject } from '../body/pointer.ts'
import { importLimits, type Table, type TableRow, UnreadableFile } from './table.ts'

/** The features of a GeoJSON FeatureCollection, or a lone Feature, as rows: their properties are the columns. */
export function readGeoJson(text: string): Table {
  const features = featuresOf(parse(text))
  if (features.length === 0) throw new UnreadableFile('empty')
  if (features.length > importLimits.records) throw new UnreadableFile('many')
  const flat = features.map((feature) => flattened(propertiesOf(feature)))
  const columns = [...new Set(flat.flatMap((properties) => [...properties.keys()]))]
  if (columns.length > importLimits.columns) throw new UnreadableFile('columns')
  const rows = features.map(
    (feature, index): TableRow => ({
      line: index + 1,
      cells: columns.map((column) => flat[index]?.get(column)),
      base: { ...baseOf(feature), ...typesOf(feature) },
    }),
  )
  return { columns, rows, hasPositions: true }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch (error) {
    throw new UnreadableFile('geojson', error instanceof Error ? error.message : String(error))
  }
}

function featuresOf(value: Json): readonly JsonObject[] {
  if (!isObject(value)) throw new UnreadableFile('geojson')
  if (value.type === 'Feature') return [value]
  if (value.type !== 'FeatureCollection' || !Array.isArray(value.features)) throw new UnreadableFile('geojson')
  return (value.features as readonly Json[]).map((feature) => (isObject(feature) ? feature : {}))
}

/** The properties that become columns. */
function propertiesOf({ properties }: JsonObject): JsonObject {
  if (!isObject(properties)) return {}
  const { placeTypes, ...others } = properties
  return isObject(placeTypes) ? others : properties
}

/** A place type is told by the name of a member, also where that is empty, so it is no column. */
function typesOf({ properties }: JsonObject): JsonObject {
  return isObject(properties) && isObject(properties.placeTypes) ? { placeTypes: properties.placeTypes } : {}
}

function baseOf({ id, geometry }: JsonObject): JsonObject {
  return {
    ...((typeof id === 'string' || typeof id === 'number') && { key: String(id) }),
    ...(isObject(geometry) && { geolocation: { type: 'Feature', geometry } }),
  }
}

/** Properties as columns; objects inside are columns of their own, named with a dot. */
function flattened(properties: JsonObject, above = '', into = new Map<string, Json>()): ReadonlyMap<string, Json> {
  for (const [name, value] of Object.entries(properties)) {
    const column = above === '' ? name : `${above}.${name}`
    if (isObject(value) && column.split('.').length < 4) flattened(value, column, into)
    else if (value !== null && value !== '') into.set(column, value)
  }
  return into
}
