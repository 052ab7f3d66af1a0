import assert from 'node:assert/strict'
import { cpSync, existsSync, globSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { kept, runNode, runTool, startKept, startNode } from '../support/child.ts'
import { accepted, client, validPlace } from '../support/client.ts'
import { freePort } from '../support/ports.ts'
import { until } from '../support/until.ts'

const root = resolve(import.meta.dirname, '../..')
/** One step of the Dockerfile fetches and builds everything. */
const stepMillisMax = 900_000
const isRoot = process.getuid?.() === 0
const adminKey = 'test-admin-key'

/** A stage of the Dockerfile, whose `/` is a folder, and what was set for its containers. */
interface Stage {
  readonly root: string
  readonly env: Record<string, string>
  workdir: string
  user: string
  command: readonly string[]
  healthcheck: readonly string[]
}

let scratch = ''
let image: Stage
/** The package that the first stage has made. */
let tarball = ''

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'gazetteer-package-'))
  // The user of the image reads it.
  await chmod(scratch, 0o755)
  image = buildImage(contextOf(join(scratch, 'context')))
  const [name = ''] = globSync('gazetteer-*.tgz', { cwd: join(scratch, 'stage-1/build') })
  tarball = join(scratch, 'stage-1/build', name)
})
after(() => rm(scratch, { recursive: true, force: true }))

/** Copies what a build is given, as `.dockerignore` says, and returns the folder. */
function contextOf(folder: string): string {
  const lines = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  const refused = new Set(
    lines
      .filter((line) => /^[^#!*]|^\*\*\//.test(line))
      .flatMap((line) => globSync(line, { cwd: root, exclude: ['*/node_modules/*'] })),
  )
  const isGiven = (path: string) => !refused.has(relative(root, path)) && !/\/(node_modules|dist|dist-next)$/.test(path)
  for (const path of lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1)))
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isGiven })
  return folder
}

/** Carries out the steps of the Dockerfile by hand, each stage in a folder of its own, and returns the last stage. */
function buildImage(context: string): Stage {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const [, instruction = '', rest = ''] of text.matchAll(/^([A-Z]+) (.*)$/gm)) {
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      const folder = join(scratch, `stage-${stages.size + 1}`)
      stage = { root: folder, env: {}, workdir: '/', user: 'root', command: [], healthcheck: [] }
      stages.set(name, stage)
    } else carryOut(instruction, rest, { stage: stage!, from: (name) => stages.get(name)?.root ?? context })
  }
  return stages.get('last')!
}

interface Building {
  readonly stage: Stage
  /** Returns the folder that a COPY takes from: that of the named stage, else what the build is given. */
  readonly from: (name: string) => string
}

function carryOut(instruction: string, rest: string, { stage, from }: Building): void {
  if (instruction === 'WORKDIR') {
    stage.workdir = resolve(stage.workdir, rest)
    mkdirSync(join(stage.root, stage.workdir), { recursive: true })
  } else if (instruction === 'ENV') {
    for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]!] = pair.split('=')[1]!
  } else if (instruction === 'COPY') {
    const [, name = '', paths = '', to = ''] = /^(?:--from=(\w+) )?(.*) (\S+)$/.exec(rest) ?? []
    for (const path of paths.split(' ')) copy(join(from(name), path), resolve(join(stage.root, stage.workdir), to))
  } else if (instruction === 'RUN') runStep(rest, stage)
  else if (instruction === 'USER') stage.user = rest
  else if (instruction === 'CMD') stage.command = JSON.parse(rest) as string[]
  else if (instruction === 'HEALTHCHECK') stage.healthcheck = JSON.parse(rest.replace(/^.*?CMD /, '')) as string[]
  else assert.ok(['VOLUME', 'EXPOSE'].includes(instruction), `${instruction} is not known here`)
}

/** Copies as Docker does: the contents of a folder, and a file into a folder. */
function copy(from: string, to: string): void {
  const target = lstatSync(from).isDirectory() ? to : join(to, basename(from))
  cpSync(from, target, { recursive: true, verbatimSymlinks: true })
}

function runStep(command: string, stage: Stage): void {
  // Only the image has that user, and only its root may give files away.
  const here = command
    .replaceAll(/(?<= )\/(?=\w)/g, `${stage.root}/`)
    .replace(/chown node:node/, isRoot ? 'chown 1000:1000' : 'ls')
  const env = { ...npmEnvironment(), ...stage.env }
  const { status, stdout, stderr } = runTool('sh', ['-c', here], {
    cwd: join(stage.root, stage.workdir),
    env,
    timeout: stepMillisMax,
  })
  assert.equal(status, 0, `${command}: ${stdout.slice(-2_000)}${stderr.slice(-2_000)}`)
}

/** Returns an environment in which npm runs on the Node of the image, and fetches only what it has not fetched before. */
function npmEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env
  const path = [dirname(process.execPath), PATH].join(delimiter)
  return { ...kept(), PATH: path, HOME: homedir(), NODE_EXTRA_CA_CERTS, npm_config_prefer_offline: 'true' }
}

/** Returns the size of a folder on disk in megabytes. */
function megabytes(folder: string): number {
  return Number(/^\d+/.exec(runTool('du', ['-sm', folder]).stdout)?.[0])
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
  return answer?.ok === true
}

/** Creates a place and reads it, the page, the reference and the description of the interface. */
async function use(url: string): Promise<void> {
  const admin = client(url, adminKey)
  accepted(await admin.put('/v4/place', validPlace({ name: 'Packkyrkan' })), 201)
  const found = accepted(await admin.get<{ TotalHits: number }>('/v4/place?q=packkyrkan'))
  assert.equal(found.TotalHits, 1)
  for (const path of ['/', '/docs/', '/openapi.json']) assert.equal((await admin.get(path)).status, 200, path)
}

test('the image runs as a user that only writes to its data, and its health check knows when it serves', async (context) => {
  const app = join(image.root, image.workdir)
  assert.equal(image.user, 'node')
  assert.ok(!existsSync(join(app, 'src')) && !existsSync(join(app, 'node_modules/vite')))
  // As with `--read-only`.
  runTool('chmod', ['-R', 'a-w', app])
  context.after(() => runTool('chmod', ['-R', 'u+w', app]))
  const dataDir = join(image.root, image.env.DATA_DIR!)
  const port = String(await freePort())
  const environment = { ...kept(), NODE_COMPILE_CACHE: undefined, ...image.env }
  const env = { ...environment, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: port, ADMIN_KEY: adminKey }
  const by = isRoot ? ['setpriv', '--reuid=1000', '--regid=1000', '--clear-groups'] : []
  const [program = '', ...args] = image.command
  const [asks, ...question] = image.healthcheck
  assert.deepEqual([program, asks], ['node', 'node'])
  const health = async () => (await runNode(question, { env })).status
  assert.equal(await health(), 1)
  const files = readdirSync(app, { recursive: true }).length
  const service = startNode(args, { cwd: app, env, by })
  context.after(() => service.end())
  await until('the image is healthy', async () => (await health()) === 0 || !service.isRunning, {
    saw: () => service.output(),
  })
  await use(`http://127.0.0.1:${port}`)
  assert.equal(await service.end('SIGTERM'), 0)
  assert.equal(readdirSync(app, { recursive: true }).length, files)
  assert.ok(existsSync(join(dataDir, 'gazetteer.db')))
  context.diagnostic(`${megabytes(app)} MB on disk beside Node`)
})

test('the package starts by npx in an empty folder, without what only builds and tests need', async (context) => {
  const folder = join(scratch, 'empty')
  const cache = join(scratch, 'npm')
  for (const path of [folder, cache, join(homedir(), '.npm/_cacache')]) mkdirSync(path, { recursive: true })
  // What npm has fetched before, but not what npx has installed.
  symlinkSync(join(homedir(), '.npm/_cacache'), join(cache, '_cacache'))
  cpSync(tarball, join(folder, basename(tarball)))
  const port = String(await freePort())
  const env = { ...npmEnvironment(), npm_config_cache: cache, PORT: port, ADMIN_KEY: adminKey, LOG_LEVEL: 'warn' }
  const url = `http://127.0.0.1:${port}`
  for (const start of ['first', 'second']) {
    const began = performance.now()
    // A signal to npx alone would leave the service behind.
    const command = `trap 'kill 0' TERM; npx --yes ./${basename(tarball)} serve & wait`
    const service = startKept(['sh', '-c', command], { cwd: folder, env, signal: 'TERM' })
    context.after(() => service.isRunning && service.end())
    await until('the service is ready', async () => !service.isRunning || isReady(url), {
      saw: () => service.output(),
    })
    context.diagnostic(`ready ${((performance.now() - began) / 1000).toFixed(1)} s after the ${start} npx`)
    if (start === 'first') await use(url)
    await service.end()
    await until('the service has ended', async () => !(await isReady(url)))
  }
  const [installed = ''] = globSync('_npx/*/node_modules', { cwd: cache })
  for (const name of ['vite', 'react', '@biomejs', 'typescript', 'playwright-core', '@flydotio'])
    assert.ok(!existsSync(join(cache, installed, name)), name)
  context.diagnostic(`${megabytes(join(cache, installed))} MB on disk`)
})
