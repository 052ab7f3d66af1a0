import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { ConfigError } from '../config.ts'
import { checkPlaceTypeSchema } from '../place/check/check.ts'
import { isJsonObject, type JsonObject } from '../place/json.ts'
import { type PlaceTypeKey, type PlaceTypeSchemas, placeTypes } from '../place/place-types.ts'

/** Reads a folder of JSON Schemas, one file per place type, named after its key: `cemetery.json` (D11). */
export async function readPlaceTypeSchemas(folder: string): Promise<PlaceTypeSchemas> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`PLACE_TYPES must be a folder with a JSON Schema per place type: ${folder} (${error.code})`)
  })
  const files = names.filter((name) => extname(name) === '.json')
  return Object.fromEntries(await Promise.all(files.map((name) => readSchema(join(folder, name)))))
}

async function readSchema(file: string): Promise<[PlaceTypeKey, JsonObject]> {
  const key = placeTypes.find((type) => type.key === basename(file, '.json'))?.key
  if (!key) {
    const known = placeTypes.map((type) => type.key).join(', ')
    throw new ConfigError(`PLACE_TYPES: ${file} names no place type; its name must be one of ${known}`)
  }
  const schema = parse(await readFile(file, 'utf8'), file)
  const fault = isJsonObject(schema) ? checkPlaceTypeSchema(key, schema) : 'it must be a JSON object'
  if (fault !== undefined) throw new ConfigError(`PLACE_TYPES: ${file} cannot be used: ${fault}`)
  return [key, schema as JsonObject]
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ConfigError(`PLACE_TYPES: ${file} is not JSON: ${(error as Error).message}`)
  }
}
