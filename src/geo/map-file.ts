import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { Compression, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import type { BBox } from '../place/place.ts'
import type { TileAddress } from './mercator.ts'
import { cutTile } from './tile-shapes.ts'

/** The vector tiles of one PMTiles file, which stays open. */
export interface MapFile {
  /** The settings for the page; each file has another version. */
  readonly settings: { readonly version: string; readonly maxZoom: number; readonly bounds: BBox }
  /** Returns a tile, uncompressed; undefined if there is none. */
  read(address: TileAddress): Promise<Buffer | undefined>
  close(): Promise<void>
}

/** The file of the package with water and borders, under its own licence. */
export const groundFile = fileURLToPath(new URL('../../map/ground.pmtiles', import.meta.url))

/** Maximum size of a directory or a tile, also after decompression. */
const bytesMax = 16 * 1024 * 1024
/** Number of cached directories; each lists a few thousand tiles. */
const directoriesMax = 100

/** Opens a PMTiles file (version 3) with vector tiles; throws an error for any other, and for one without these layers. */
export async function openMapFile(file: string, wanted: readonly string[] = []): Promise<MapFile> {
  const handle = await open(file)
  return openArchive(sourceOf(handle, file), () => handle.close(), wanted)
}

/** Opens a file with water and borders, in which tiles of full detail are in one part of the world only; undefined without it. */
export async function openGround(file: string): Promise<MapFile | undefined> {
  return existsSync(file) ? filledFromAbove(await openMapFile(file)) : undefined
}

/** Returns the map file in a buffer. */
export function mapFileIn(file: Buffer): Promise<MapFile> {
  return openArchive(sourceIn(file), async () => {})
}

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
