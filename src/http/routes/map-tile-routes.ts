import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { Compression, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import { ConfigError } from '../../config.ts'
import { noContent } from '../answers/answer.ts'
import { forever, openRoute } from '../pages/page.ts'
import { queryOf } from '../requests/call.ts'
import type { Route } from '../route.ts'
import type { MapTiles } from '../route-parts.ts'
import { readTileAddress, vectorTileType } from './search-routes.ts'

/** Maximum size of a directory or a tile, also after decompression. */
const bytesMax = 16 * 1024 * 1024
/** Number of cached directories; each lists a few thousand tiles. */
const directoriesMax = 100
/** The layers of the Protomaps basemap that every map needs. */
const layersWanted = ['earth', 'water', 'roads']

/** Opens a PMTiles file (version 3) of the Protomaps basemap; throws a ConfigError for any other. */
export async function openMapTiles(file: string): Promise<MapTiles> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => refuse(file, error.code ?? error.message))
  const archive = new PMTiles(
    sourceOf(handle, file),
    new ResolvedValueCache(directoriesMax, undefined, decompress),
    decompress,
  )
  try {
    const settings = await readSettings(archive)
    return {
      settings,
      read: async (zoom: number, x: number, y: number) => {
        const tile = await archive.getZxy(zoom, x, y)
        return tile && Buffer.from(tile.data)
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    return refuse(file, (error as Error).message)
  }
}

function refuse(file: string, reason: string): never {
  throw new ConfigError(
    `MAP_TILES must be a PMTiles file with the vector tiles of the Protomaps basemap, got '${file}' (${reason})`,
  )
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

async function readSettings(archive: PMTiles): Promise<MapTiles['settings']> {
  const header = await archive.getHeader()
  if (header.specVersion !== 3) throw new Error(`its version is ${header.specVersion}, 3 is read`)
  if (header.tileType !== TileType.Mvt) throw new Error('its tiles are not vector tiles (MVT)')
  const metadata = (await archive.getMetadata()) as { readonly vector_layers?: readonly { readonly id: string }[] }
  const layers = (metadata.vector_layers ?? []).map(({ id }) => id)
  const missing = layersWanted.filter((name) => !layers.includes(name))
  if (missing.length > 0) throw new Error(`it has no layer ${missing.join(', ')}`)
  const { maxZoom, minLon, minLat, maxLon, maxLat } = header
  const version = hash('sha256', JSON.stringify([header, metadata]), 'base64url').slice(0, 11)
  return { version, maxZoom, bounds: [minLon, minLat, maxLon, maxLat] }
}

/**
 * Serves the tiles of the background map; open, like the page. Their query is the version, and a version never changes.
 */
export function mapTileRoutes(tiles: MapTiles | undefined): Route[] {
  if (!tiles) return []
  return [
    openRoute('/map/:z/:x/:y.mvt', async (call) => {
      const { zoom, x, y } = readTileAddress(call)
      const isVersioned = queryOf(call.url) === tiles.settings.version
      const headers = { 'cache-control': isVersioned ? forever : 'no-cache' }
      const body = await tiles.read(zoom, x, y)
      return body ? { status: 200, headers: { ...headers, 'content-type': vectorTileType }, body } : noContent(headers)
    }),
  ]
}
