import { hash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the built page. A compressed form exists only if it is shorter. */
export interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

/** The built page: the HTML document, and the files that it loads, by path below the folder. */
export interface BuiltPage {
  readonly html: string
  /** The document's inline scripts and styles, as sources of its Content Security Policy. */
  readonly scripts: string
  readonly styles: string
  readonly files: ReadonlyMap<string, BuiltFile>
}

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
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const names = globSync('{assets/*,finder.js}', { cwd: folder }).filter((name) => types[extname(name)] !== undefined)
  const html = readFileSync(index, 'utf8')
  return {
    html,
    scripts: hashSources(html, 'script'),
    styles: hashSources(html, 'style'),
    files: new Map(names.map((name) => [name.replaceAll('\\', '/'), readFile(join(folder, name))])),
  }
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
