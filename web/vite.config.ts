import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { writeBaseMap } from './build/base-map.ts'
import { compressFiles } from './build/compress.ts'
import { writeTowns } from './build/towns.ts'

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
