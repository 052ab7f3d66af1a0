import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '../../config.ts'
import { type MapFile, mapFileIn, openGround, openMapFile } from '../../geo/map-file.ts'

/**
 * The files of the page's map, by their names in addresses: water and borders; towns; the borders of municipalities,
 * once they are cut; streets (`MAP_TILES`).
 */
export const mapFileNames = ['ground', 'towns', 'municipalities', 'streets'] as const
export type MapFiles = Partial<Record<(typeof mapFileNames)[number], MapFile>>

/** From the build of the page. */
const townsFile = fileURLToPath(new URL('../../../web/dist/towns.pmtiles', import.meta.url))

interface MapOptions {
  /** The file with water and borders; a map without it is drawn from coarser data of the page. */
  readonly ground: string
  readonly logger: Pick<Logger, 'warn'>
}

/** The open files of a map. */
export interface OpenMap {
  /** Those that are there by now. */
  readonly files: Readonly<MapFiles>
  close(): Promise<void>
}

/** Opens the files of the map; throws a ConfigError for a wrong MAP_TILES. */
export async function openMap(config: Config, { ground, logger }: MapOptions): Promise<OpenMap> {
  const streets = config.mapTilesFile === undefined ? undefined : await openStreets(config.mapTilesFile)
  const files: MapFiles = { ...(streets && { streets }) }
  const water = await openGround(ground)
  if (water) files.ground = water
  if (existsSync(townsFile)) files.towns = await openMapFile(townsFile)
  const closing = new AbortController()
  if (config.boundariesFile !== undefined) {
    cutMunicipalities(config.boundariesFile, closing.signal).then(
      (cut) => cut && Object.assign(files, { municipalities: cut }),
      (error: unknown) => {
        if (!closing.signal.aborted) logger.warn({ err: error }, 'the map has no borders of municipalities')
      },
    )
  }
  const close = async () => {
    closing.abort()
    await Promise.all(Object.values(files).map((file) => file.close()))
  }
  return { files, close }
}

const municipalityProgram = fileURLToPath(new URL('../../geo/municipality-process.ts', import.meta.url))
/** For the heap of that program, and its result: enough for several times the 2,523 districts of Sweden. */
const [cuttingHeapMebibytes, cutBytesMax] = [1024, 64 * 1024 * 1024]

/** Cuts the borders of municipalities into tiles; undefined if there are none. */
async function cutMunicipalities(file: string, signal: AbortSignal): Promise<MapFile | undefined> {
  const args = [`--max-old-space-size=${cuttingHeapMebibytes}`, municipalityProgram, file]
  const options = { encoding: 'buffer', maxBuffer: cutBytesMax, signal } as const
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  return stdout.length > 0 ? mapFileIn(stdout) : undefined
}

/** The layers of the Protomaps basemap that every map needs. */
const layersWanted = ['earth', 'water', 'roads']

/** Opens a PMTiles file of the Protomaps basemap; throws a ConfigError for any other. */
async function openStreets(file: string): Promise<MapFile> {
  try {
    return await openMapFile(file, layersWanted)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `MAP_TILES must be a PMTiles file with the vector tiles of the Protomaps basemap, got '${file}' (${code ?? message})`,
    )
  }
}
