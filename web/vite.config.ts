import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { writeBaseMap, writeTowns } from './build/map-data.ts'

const here = import.meta.dirname
/** Where a server runs that `vite dev` asks. */
const service = process.env.SERVICE ?? 'http://localhost:8080'

const baseMap: Plugin = {
  name: 'base-map',
  buildStart: () => {
    writeBaseMap(join(here, 'map', 'world'))
    writeTowns(join(here, 'map', 'world', 'towns.json'))
  },
}

const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir = here }) => compressFiles(join(dir, 'assets')),
}

export default defineConfig({
  root: here,
  // The page may be served below a path (PUBLIC_URL), so nothing in it begins with a slash.
  base: './',
  // The service puts the nonce of each answer in its place (src/http/page.ts).
  html: { cspNonce: 'NONCE-OF-THE-ANSWER' },
  plugins: [baseMap, compressed],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'assets/licenses.md' },
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  server: { proxy: { '/v4': service, '/openapi.json': service } },
})

/** Fonts and pictures are compressed already. */
const compressible = /\.(js|mjs|css|json|svg|md)$/

/** Writes beside each file of the folder its brotli and gzip forms, so that the service never compresses them. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((name) => compressible.test(name))) {
    const bytes = readFileSync(join(folder, name))
    // Above 9 brotli takes ten times as long for a few percent.
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
    const gzip = gzipSync(bytes, { level: 9 })
    if (brotli.length < bytes.length) writeFileSync(join(folder, `${name}.br`), brotli)
    if (gzip.length < bytes.length) writeFileSync(join(folder, `${name}.gz`), gzip)
  }
}
