// Makes a fresh clone ready, and a changed one again: installs what package-lock.json names, then builds the page of
// web/ and the client, each where it is missing or stale; with the argument `packages` only the first. Runs on the Node
// that the machine has (20 or newer) before the Node of this project is there, so it uses nothing but what every Node has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'

/** What the page and the client are made from. */
const pageSources = ['package-lock.json', 'web', 'client', 'src/place', 'src/query', 'src/exchange']
const made = new Set(['dist', 'dist-next', 'world', 'node_modules'])

step({
  stamp: join(root, 'node_modules', '.installed'),
  sources: ['package-lock.json'],
  says: 'Installing the packages of package-lock.json (once, some 30 seconds)…',
  run: () => run('npm', ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund']),
})
if (process.argv[2] !== 'packages') {
  step({
    stamp: join(root, 'web', 'dist', '.built'),
    sources: pageSources,
    says: 'Building the page (once, some 5 seconds)…',
    run: buildPage,
  })
}

/** Does what a stamp does not know to be done; ends the program where that fails. */
function step({ stamp, sources, says, run }) {
  const wanted = hashOf(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write(`${says}\n`)
  const status = run()
  if (status !== 0) {
    process.stderr.write('That failed; the lines above say why. Nothing was started.\n')
    process.exit(status)
  }
  writeFileSync(stamp, wanted)
}

/** Beside the present page first, so that a build that fails leaves it as it was. */
function buildPage() {
  const node = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
  const program = (name, file, args) => run(node, [join(root, 'node_modules', name, 'bin', file), ...args])
  const next = join(root, 'web', 'dist-next')
  const present = join(root, 'web', 'dist')
  const status =
    program('native-typescript', 'tsc', ['-p', join(root, 'client')]) ||
    program('vite', 'vite.js', ['build', join(root, 'web'), '--outDir', next, '--emptyOutDir', '--logLevel', 'error'])
  if (status !== 0) return status
  rmSync(present, { recursive: true, force: true })
  renameSync(next, present)
  return 0
}

/** The exit status; what the program prints is shown only when it is about a fault. */
function run(command, args) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows }
  return spawnSync(command, args, options).status ?? 1
}

/** One hash over files and folders, their names included, without what is made from others. */
function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesOf(path)))
    hash.update(`${path}\n`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

function filesOf(path) {
  const entries = path.includes('.') ? undefined : readdirSync(join(root, path), { withFileTypes: true })
  if (!entries) return [path]
  return entries
    .filter(({ name }) => !made.has(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`]))
}
