import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LruCache } from '../../common/lru-cache.ts'
import type { HolidayLists } from '../../pages/holiday.ts'

/** A file of the built page. A compressed form exists only if it is shorter. */
export interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

/** A document of the built page: the app, or the frame of the pages for reading. */
export interface BuiltDocument {
  readonly html: string
  /** Its inline scripts and styles, as sources of its Content Security Policy, each preceded by a space. */
  readonly scripts: string
  readonly styles: string
}

/** The built page: its documents at a depth below the root, and the files that they load, by path below the folder. */
export interface BuiltPage {
  documentAt(kind: DocumentKind, depth: number): BuiltDocument
  readonly files: ReadonlyMap<string, BuiltFile>
  readonly holidays: HolidayLists
}

const documents = { app: 'index.html', reading: 'reading.html' } as const
export type DocumentKind = keyof typeof documents

/** Number of documents that are kept, by kind and depth. */
const keptMax = 16

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
}

/** The output folder of the build of `web/`. */
const builtFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Reads the built page, about ten megabytes, which is then served from memory; undefined if it was not built. */
export function readBuiltPage(folder = builtFolder): BuiltPage | undefined {
  if (Object.values(documents).some((name) => !existsSync(join(folder, name)))) return undefined
  const names = globSync('{assets/*,finder.js}', { cwd: folder }).filter((name) => types[extname(name)] !== undefined)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const html = { app: read(documents.app), reading: read(documents.reading) }
  const kept = new LruCache<string, BuiltDocument>(keptMax, () => 1)
  return {
    documentAt: (kind, depth) => kept.getOrMake(`${kind} ${depth}`, () => movedTo(html[kind], depth)),
    files: new Map(names.map((name) => [name.replaceAll('\\', '/'), readFile(join(folder, name))])),
    holidays: JSON.parse(read('holidays.json')) as HolidayLists,
  }
}

/** Returns a document that finds its files from a page so many folders below the root. */
function movedTo(built: string, depth: number): BuiltDocument {
  const html = depth === 0 ? built : built.replaceAll(/(="|url\()\.\//g, `$1${'../'.repeat(depth)}`)
  return { html, scripts: hashSources(html, 'script'), styles: hashSources(html, 'style') }
}

function readFile(file: string): BuiltFile {
  const [brotli, gzip] = [`${file}.br`, `${file}.gz`].map((name) => (existsSync(name) ? readFileSync(name) : undefined))
  return {
    type: types[extname(file)]!,
    bytes: readFileSync(file),
    ...(brotli && { brotli }),
    ...(gzip && { gzip }),
  }
}

/**
 * Hashes the content of inline elements as policy sources (Content Security Policy 3, 8.3), each preceded by a space.
 */
function hashSources(html: string, element: 'script' | 'style'): string {
  const texts = [...html.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))]
  return texts.map(([, text]) => ` 'sha256-${hash('sha256', text!, 'base64')}'`).join('')
}
