// Makes a fresh clone ready, and a changed one again: installs packages of package-lock.json, then builds the page of web/ and
// the typed client, each where it is missing or stale. The argument says for what:
//   serve     to run the service, without tools for tests and types: only the packages and the page
//   (none)    everything
//   packages  all packages, and nothing is built
//   types     what types are checked against: the client, and the page only where it is missing
//   package   everything, and the compiled program: `npm pack` runs it
// Runs on the Node that the machine has (20 or newer) before the Node of this project is there, so it uses nothing but what
// every Node has. What needs that Node asks `projectNode` for it.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'
/** The first that reads this project's TypeScript and has its Temporal. */
const nodeMajorMin = 26

/** The sources of the page and the client. */
const pageSources = [
  'package-lock.json',
  'web',
  'client',
  'src/access',
  'src/common',
  'src/geo',
  'src/hours',
  'src/pages',
  'src/place',
  'src/query',
  'src/exchange',
]
const clientSources = ['package-lock.json', 'client', 'scripts', 'src']
const made = new Set(['dist', 'dist-next', 'world', 'holidays', 'node_modules', 'openapi.ts'])
const clientTypes = join(root, 'client', 'openapi.ts')
const installed = join(root, 'node_modules', '.installed')
/** Ends the stamp of an installation of all packages. */
const everyPackage = ' with tools'

/** The packages that `serve` installs: those that run the service and build its page. */
const servePackages = ['--workspace=web', '--include-workspace-root', '--omit=dev']

// As a program, not as a module of the command.
if (process.argv[1]?.endsWith('setup.mjs')) await setUp(process.argv[2])

/** Makes the clone ready for what the argument names; ends the program where that fails. */
export async function setUp(wanted = 'everything') {
  const isServed = wanted === 'serve'
  // Tools that are there may stay.
  const isWhole = !isServed || existsSync(join(root, 'node_modules', '@biomejs'))
  if (!hasEveryPackage())
    await step({
      stamp: installed,
      sources: ['package-lock.json'],
      suffix: isWhole ? everyPackage : '',
      says: `Installing the packages of package-lock.json (once, some 30 seconds)…`,
      run: () => installPackages(isWhole ? ['--include=dev'] : servePackages),
    })
  if (wanted === 'packages') return
  const isPageWanted = wanted !== 'types' || !existsSync(join(root, 'web', 'dist', '.built'))
  if (!existsSync(clientTypes)) rmSync(join(root, 'client', 'dist'), { recursive: true, force: true })
  await Promise.all([
    isPageWanted &&
      step({
        stamp: join(root, 'web', 'dist', '.built'),
        sources: pageSources,
        says: 'Building the page (once, some 5 seconds)…',
        run: buildPage,
      }),
    isServed ||
      step({
        stamp: join(root, 'client', 'dist', '.built'),
        sources: clientSources,
        says: 'Building the client from the routes (once, some 3 seconds)…',
        run: buildClient,
      }),
    wanted === 'package' && endAtFault(runNode([join(root, 'scripts', 'compile.ts')])),
  ])
}

/** Does what a stamp does not know to be done; ends the program where that fails. */
async function step({ stamp, sources, suffix = '', says, run }) {
  const wanted = hashOf(sources) + suffix
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  process.stderr.write(`${says}\n`)
  await endAtFault(run())
  writeFileSync(stamp, wanted)
}

async function endAtFault(run) {
  const status = await run
  if (status === 0) return
  process.stderr.write('That failed; the lines above say why. Nothing was started.\n')
  process.exit(status)
}

/** Returns the name of the package with the Node of this platform; undefined if there is none. */
function nodePackage() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const platform = `${isWindows ? 'win' : process.platform}-${process.arch}`
  return Object.keys(optionalDependencies).find((one) => one.endsWith(`-${platform}`))
}

/**
 * Returns the path of the Node that runs the project: the one package of this platform, else the Node of the machine where
 * that is new enough. Ends the program where there is neither.
 */
export function projectNode() {
  const name = nodePackage() ?? 'none'
  const path = packageFile(`${name}/bin/${isWindows ? 'node.exe' : 'node'}`)
  if (path !== undefined) return path
  if (Number.parseInt(process.versions.node, 10) >= nodeMajorMin) return process.execPath
  process.stderr.write(
    name === 'none'
      ? `No package has a Node for ${process.platform}-${process.arch}: use Node ${nodeMajorMin} or newer of your own.\n`
      : `The package ${name} is missing: install the packages again, or use Node ${nodeMajorMin} or newer of your own.\n`,
  )
  process.exit(1)
}

/** Returns true if all packages are there, whoever has installed them: npm lists them in its hidden lock file. */
function hasEveryPackage() {
  const listed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(listed)) return false
  const [wanted, present] = [join(root, 'package-lock.json'), listed].map(
    (file) => JSON.parse(readFileSync(file, 'utf8')).packages,
  )
  // Those for other platforms are optional; the Node of this one is not.
  const isNeeded = (path, { optional }) => path !== '' && (!optional || path === `node_modules/${nodePackage()}`)
  return Object.entries(wanted).every(
    ([path, one]) => present[path]?.version === one.version || (!present[path] && !isNeeded(path, one)),
  )
}

/** Returns the path of a file of a package, wherever npm has put that; undefined where it is not there. */
function packageFile(name) {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

/** npm leaves out an optional package that it cannot fetch, and reports success. */
async function installPackages(which) {
  const options = [...which, '--include=optional', '--loglevel=error', '--no-audit', '--no-fund']
  const status = await run('npm', ['ci', ...options], { shell: isWindows })
  if (status === 0) projectNode()
  return status
}

/** Beside the present page first, so that a build that fails leaves it as it was. */
async function buildPage() {
  const next = join(root, 'web', 'dist-next')
  const present = join(root, 'web', 'dist')
  const options = ['build', join(root, 'web'), '--outDir', next, '--emptyOutDir', '--logLevel', 'error']
  const status = await runNode([binary('vite', 'vite.js'), ...options])
  if (status !== 0) return status
  rmSync(present, { recursive: true, force: true })
  renameSync(next, present)
  return 0
}

/** The types of the interface, then what other programs import. */
async function buildClient() {
  const status = await runNode([join(root, 'scripts', 'client.ts')])
  return status || runNode([binary('native-typescript', 'tsc'), '-p', join(root, 'client')])
}

function binary(name, file) {
  return join(root, 'node_modules', name, 'bin', file)
}

function runNode(args) {
  return run(projectNode(), args)
}

/** The exit status; what the program prints is shown only when it is about a fault. */
function run(command, args, options = {}) {
  return new Promise((done) => {
    spawn(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], ...options })
      .once('exit', (code) => done(code ?? 1))
      .once('error', () => done(1))
  })
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
