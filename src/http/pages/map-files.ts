import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import type { Logger } from 'pino'
import { Compression, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import { type Config, ConfigError } from '../../config.ts'
import type { BBox } from '../../place/place.ts'
import type { TileAddress } from '../../query/results/tile.ts'
import { cutTile } from './tile-shapes.ts'

/** The vector tiles of one PMTiles file, which stays open. */
export interface MapFile {
  /** The settings for the page; each file has another version. */
  readonly settings: { readonly version: string; readonly maxZoom: number; readonly bounds: BBox }
  /** Returns a tile, uncompressed; undefined if there is none. */
  read(address: TileAddress): Promise<Buffer | undefined>
  close(): Promise<void>
}

/**
 * The files of the page's map, by their names in addresses: water and borders; towns; the borders of municipalities,
 * once they are cut; streets (`MAP_TILES`).
 */
export const mapFileNames = ['ground', 'towns', 'municipalities', 'streets'] as const
export type MapFiles = Partial<Record<(typeof mapFileNames)[number], MapFile>>

/** The file of the package, under its own licence. */
export const groundFile = fileURLToPath(new URL('../../../map/ground.pmtiles', import.meta.url))
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
  if (existsSync(ground)) files.ground = filledFromAbove(await openFile(ground))
  if (existsSync(townsFile)) files.towns = await openFile(townsFile)
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
  return stdout.length > 0 ? openArchive(sourceIn(stdout), async () => {}) : undefined
}

/** Maximum size of a directory or a tile, also after decompression. */
const bytesMax = 16 * 1024 * 1024
/** Number of cached directories; each lists a few thousand tiles. */
const directoriesMax = 100

async function openFile(file: string, wanted: readonly string[] = []): Promise<MapFile> {
  const handle = await open(file)
  return openArchive(sourceOf(handle, file), () => handle.close(), wanted)
}

/** The layers of the Protomaps basemap that every map needs. */
const layersWanted = ['earth', 'water', 'roads']

/** Opens a PMTiles file of the Protomaps basemap; throws a ConfigError for any other. */
async function openStreets(file: string): Promise<MapFile> {
  try {
    return await openFile(file, layersWanted)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `MAP_TILES must be a PMTiles file with the vector tiles of the Protomaps basemap, got '${file}' (${code ?? message})`,
    )
  }
}

/** Opens a PMTiles file (version 3) with vector tiles; throws an error for any other, and for one without these layers. */
async function openArchive(source: Source, close: MapFile['close'], wanted: readonly string[] = []): Promise<MapFile> {
  const archive = new PMTiles(source, new ResolvedValueCache(directoriesMax, undefined, decompress), decompress)
  try {
    const settings = await readSettings(archive, wanted)
    const read = async ({ zoom, x, y }: TileAddress) => {
      const tile = await archive.getZxy(zoom, x, y)
      return tile && Buffer.from(tile.data)
    }
    return { settings, read, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Cuts a tile that a file lacks from the one above it, if that is there: the file is less detailed at that place. */
function filledFromAbove(file: MapFile): MapFile {
  const read = async (address: TileAddress) => {
    for (let up = 0; up <= address.zoom; up++) {
      const above = { zoom: address.zoom - up, x: address.x >> up, y: address.y >> up }
      const tile = above.zoom <= file.settings.maxZoom ? await file.read(above) : undefined
      if (tile) return up === 0 ? tile : cutTile(tile, above, address)
    }
    return undefined
  }
  return { ...file, read }
}

function sourceOf(handle: FileHandle, file: string): Source {
  return {
    getKey: () => file,
    async getBytes(offset, length) {
      if (!(length <= bytesMax)) throw new Error(`a part of it has ${length} bytes, at most ${bytesMax} are read`)
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset)
      return { data: buffer.buffer.slice(0, bytesRead) }
    },
  }
}

function sourceIn(file: Buffer): Source {
  return {
    getKey: () => '',
    getBytes: async (offset, length) => ({ data: new Uint8Array(file.subarray(offset, offset + length)).buffer }),
  }
}

const decompressors: Partial<
  Record<Compression, (bytes: Uint8Array, limit: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  [Compression.Gzip]: promisify(gunzip),
  [Compression.Brotli]: promisify(brotliDecompress),
  [Compression.Zstd]: promisify(zstdDecompress),
}

async function decompress(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const inflate = decompressors[compression]
  if (!inflate) return bytes
  const whole = await inflate(new Uint8Array(bytes), { maxOutputLength: bytesMax })
  return new Uint8Array(whole).buffer
}

async function readSettings(archive: PMTiles, wanted: readonly string[]): Promise<MapFile['settings']> {
  const header = await archive.getHeader()
  if (header.specVersion !== 3) throw new Error(`its version is ${header.specVersion}, 3 is read`)
  if (header.tileType !== TileType.Mvt) throw new Error('its tiles are not vector tiles (MVT)')
  const metadata = (await archive.getMetadata()) as { readonly vector_layers?: readonly { readonly id: string }[] }
  const layers = (metadata.vector_layers ?? []).map(({ id }) => id)
  const missing = wanted.filter((name) => !layers.includes(name))
  if (missing.length > 0) throw new Error(`it has no layer ${missing.join(', ')}`)
  const { maxZoom, minLon, minLat, maxLon, maxLat } = header
  const version = hash('sha256', JSON.stringify([header, metadata]), 'base64url').slice(0, 11)
  return { version, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] }
}
