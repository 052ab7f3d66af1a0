import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { holidayLists, writeHolidays } from './build/holidays.ts'
import { townLists, townTiles, writeBaseMap } from './build/map-data.ts'
import { cssVariables, theme } from './kit/theme.ts'

const here = import.meta.dirname
/** The address of the server that `vite dev` asks. */
const service = process.env.SERVICE ?? 'http://localhost:8080'

const baseMap: Plugin = {
  name: 'base-map',
  buildStart: () => writeBaseMap(join(here, 'map', 'world')),
  // The service serves the tiles, and reads the lists.
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'towns.pmtiles', source: townTiles() })
    for (const [country, towns] of townLists())
      this.emitFile({ type: 'asset', fileName: `towns/${country}.json`, source: JSON.stringify(towns) })
  },
}

const listedHolidays = holidayLists()

const holidays: Plugin = {
  name: 'holidays',
  buildStart: () => writeHolidays(listedHolidays, join(here, 'hours', 'holidays')),
  // The service names them on its pages.
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'holidays.json', source: JSON.stringify(listedHolidays) })
  },
}

const themeCss = 'theme.css'

/** A file of the styles that Mantine would put into `<style>` at run time, which the policy of the page forbids. */
const themeStyles: Plugin = {
  name: 'theme-styles',
  resolveId: (id) => (id === themeCss ? `\0${themeCss}` : undefined),
  load: (id) => (id === `\0${themeCss}` ? writeThemeCss() : undefined),
}

function writeThemeCss(): string {
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver: cssVariables }, null)
  return [...renderToStaticMarkup(provider).matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css).join('')
}

const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle: ({ dir = here }) => compressFiles(join(dir, 'assets')),
}

/** The finder for other sites: one script by itself, which a plain element of theirs loads. */
const finder: Plugin = {
  name: 'finder',
  apply: 'build',
  async generateBundle() {
    const lib = { entry: join(here, 'finder', 'main.ts'), formats: ['iife' as const], name: 'gazetteerFinder' }
    const made = await build({
      configFile: false,
      root: here,
      publicDir: false,
      logLevel: 'error',
      build: { target: 'es2023', write: false, lib },
    })
    const [{ output }] = made as unknown as [{ output: [{ code: string }] }]
    this.emitFile({ type: 'asset', fileName: 'finder.js', source: output[0].code })
  },
}

/** The script that runs before anything is drawn stands in the documents themselves. */
const firstScript: Plugin = {
  name: 'first-script',
  transformIndexHtml: {
    order: 'pre',
    handler: async (html) => {
      const script = await readFile(join(here, 'app', 'first.js'), 'utf8')
      return html.replace('<script src="./app/first.js"></script>', () => `<script>\n${script}</script>`)
    },
  },
}

/** Styles hold up the drawing of what stands behind them alone, so they stand behind what is shown before the scripts. */
const stylesLast: Plugin = {
  name: 'styles-last',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return links.reduce((rest, link) => rest.replace(link, ''), html).replace('</body>', `${links.join('')}</body>`)
    },
  },
}

const isOfReading = (id: string) => id.startsWith(join(here, 'reading'))

/**
 * The files that a document loads: few, since many would queue behind each other (HTTP/1.1). The pages for reading load
 * only what they use of the app, and their map what it uses beside that.
 */
const groups = [
  { name: importedBy(join(here, 'reading', 'main.ts'), 'common'), tags: ['$initial' as const], priority: 2 },
  { name: importedBy(join(here, 'reading', 'place-map.tsx'), 'view'), tags: ['$initial' as const], priority: 1 },
  { name: (id: string) => (isOfReading(id) ? null : 'first'), tags: ['$initial' as const] },
]

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Returns the name of a group for the modules that an entry imports, but for the pages' own. */
function importedBy(entry: string, name: string): (id: string, modules: Modules) => string | null {
  let imported: ReadonlySet<string> | undefined
  return (id, modules) => {
    imported ??= staticImports(entry, modules)
    return imported.has(id) && !isOfReading(id) ? name : null
  }
}

/** Returns a module with all that it imports, but for what it loads later. */
function staticImports(entry: string, graph: Modules): ReadonlySet<string> {
  const modules = new Set([entry])
  for (const id of modules) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) modules.add(imported)
  return modules
}

export default defineConfig({
  root: here,
  // The page may be served below a path (PUBLIC_URL), so nothing in it begins with a slash.
  base: './',
  plugins: [baseMap, holidays, finder, themeStyles, firstScript, stylesLast, compressed],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
    license: { fileName: 'assets/licenses.md' },
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      input: [join(here, 'index.html'), join(here, 'reading.html')],
      output: { codeSplitting: { groups } },
    },
  },
  // The service renders the pages for reading, whose files lie in `assets`.
  server: {
    proxy: {
      '/v4': service,
      '/finder.js': service,
      '/openapi.json': service,
      '^/(p/[^/]+(/parts)?([?]|$)|in/?|owner/|map/|assets/)': service,
    },
  },
})

/** Fonts and pictures are compressed already. */
const compressible = /\.(js|mjs|css|json|svg|md)$/

/** Writes beside each file of the folder its brotli and gzip forms, so that the service never compresses them. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => compressible.test(name))
  // All at once, on the threads of Node: one after another took half of the build.
  await Promise.all(names.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  // Above 9 brotli takes ten times as long for a few percent.
  const brotli = await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  const gzipped = await promisify(gzip)(bytes, { level: 9 })
  if (brotli.length < bytes.length) await writeFile(`${file}.br`, brotli)
  if (gzipped.length < bytes.length) await writeFile(`${file}.gz`, gzipped)
}
