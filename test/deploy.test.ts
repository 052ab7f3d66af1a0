import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { headBytesMax } from '../src/http/requests/admission.ts'
import { streetCommands } from '../web/manage/streets-words.ts'
import { kept, runTool } from './support/child.ts'

const root = resolve(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const files = ['Dockerfile', 'compose.yaml', 'deploy/gazetteer.service', 'deploy/kubernetes.yaml'] as const

const { optionalDependencies: nodePackages } = JSON.parse(read('package.json')) as {
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** What is set for glibc wherever the service is started (docs/operation.md). */
const glibc = ['MALLOC_TRIM_THRESHOLD_', 'MALLOC_MMAP_THRESHOLD_']
/** What the files set that belongs to others: to Node, to glibc, to the image of PostgreSQL. */
const foreign = ['NODE_ENV', 'NODE_COMPILE_CACHE', ...glibc, 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD']

/** The names and values that a file puts into an environment. */
function settingsOf(name: (typeof files)[number]): [string, string][] {
  const text = read(name)
  const patterns = [/^ENV (.*)$/gm, /^Environment=(.*)$/gm]
  const lines = patterns.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, pairs = '']) => pairs.split(' ')))
  const yaml = [
    ...text.matchAll(/^ {6}([A-Z][A-Z_]+): (.*)$/gm),
    ...text.matchAll(/- name: ([A-Z][A-Z_]+)\n +value: (.*)$/gm),
  ]
  return [
    ...lines.map((pair) => pair.split('=') as [string, string]),
    ...yaml.map(([, key = '', value = '']) => [key, value] as [string, string]),
  ]
}

test('start, image and unit set the same for glibc', () => {
  for (const name of glibc) {
    const texts = ['scripts/gazetteer.mjs', 'Dockerfile', 'deploy/gazetteer.service', 'docs/operation.md'].map(read)
    const values = texts.map((text) => new RegExp(`${name}(?:=|: ')(\\d+)`).exec(text)?.[1])
    assert.match(values[0] ?? '', /^\d+$/, name)
    assert.deepEqual(new Set(values), new Set([values[0]]), name)
  }
})

test('the scripts of npm mean the same in every shell', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> }
  for (const [name, script] of Object.entries(scripts)) {
    const [outside, ...rest] = script.replaceAll(/"[^"$%]*"/g, 'quoted').split(' && ')
    for (const command of [outside ?? '', ...rest])
      assert.match(command, /^(?:exec node|node|npm|tsc|biome) [\w ./,:=-]*$/, `${name}: ${command}`)
  }
  // Windows has no exec of its own.
  assert.match(read('exec.cmd'), /^@%\*\r\n$/m)
})

test('the files that start the service set what it knows, and what it can read', () => {
  const table = read('docs/configuration.md')
  for (const file of files) {
    const settings = settingsOf(file)
    assert.ok(settings.length >= 2, file)
    for (const [name, value] of settings.filter(([key]) => !foreign.includes(key))) {
      assert.match(
        table,
        new RegExp(`^\\|[^|]*\`${name}\``, 'm'),
        `${file} sets ${name}, which docs/configuration.md does not tell of`,
      )
      if (!value.includes('$')) assert.doesNotThrow(() => readConfig({ [name]: value }), `${file}: ${name}`)
    }
  }
})

test('the image is made of what is there, and of the Node that the project names', () => {
  const text = read('Dockerfile')
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  assert.ok(copied.length >= 5)
  for (const path of copied) assert.ok(existsSync(join(root, path)), path)
  // All else of the image is what the package has.
  assert.deepEqual([...text.matchAll(/^COPY --from.*$/gm)].join(), 'COPY --from=build /build/package ./')
  const majors = Object.values(nodePackages).map((version) => version.split('.')[0])
  const { nodeMajorMin } = /nodeMajorMin = (?<nodeMajorMin>\d+)/.exec(read('scripts/setup.mjs'))?.groups ?? {}
  const images = [...text.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version)
  assert.equal(images.length, 2)
  assert.deepEqual(new Set([...majors, ...images]), new Set([nodeMajorMin]))
  assert.match(text, /^USER node$/m)
})

test('the version is the same in the package, its lock, the changelog and the recipes', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string }
  assert.equal((JSON.parse(read('package-lock.json')) as { readonly version: string }).version, version)
  assert.match(read('CHANGELOG.md'), new RegExp(`^## ${version.replaceAll('.', '\\.')} `, 'm'))
  const named = ['deploy/README.md', 'deploy/kubernetes.yaml', 'README.md', 'docs/client.md'].flatMap((name) => [
    ...read(name).matchAll(/gazetteer[:-](\d+\.\d+\.\d+)/g),
  ])
  assert.deepEqual(new Set(named.map(([, other]) => other)), new Set([version]))
})

test('each platform installs the one Node that is made for it, and no package runs a script at its install', () => {
  interface Locked {
    readonly [member: string]: unknown
    readonly bin?: { readonly node?: string }
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { readonly packages: Record<string, Locked> }
  const platforms = Object.entries(nodePackages).map(([name, wanted]) => {
    const { version, os, cpu, bin, optional, integrity } = packages[`node_modules/${name}`] ?? {}
    assert.deepEqual({ version, optional }, { version: wanted, optional: true }, name)
    assert.ok(integrity, name)
    assert.equal(bin?.node, os === 'win32' ? 'bin/node.exe' : 'bin/node', name)
    assert.ok(name.endsWith(`-${os === 'win32' ? 'win' : os}-${cpu}`), name)
    return `${os} ${cpu}`
  })
  const both = ['linux', 'darwin', 'win32'].flatMap((os) => [`${os} arm64`, `${os} x64`])
  assert.deepEqual(platforms.sort(), both.sort())
  assert.deepEqual(
    Object.keys(packages).filter((name) => packages[name]?.hasInstallScript),
    [],
  )
})

test('a build gets what the image is made of, and nothing that lies beside it', () => {
  const [refused, ...lines] = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  assert.equal(refused, '*')
  const given = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  for (const path of given) assert.ok(existsSync(join(root, path)), path)
  const wanted = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  for (const path of wanted.filter((one) => one !== '.'))
    assert.ok(
      given.some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    )
  for (const made of ['**/node_modules', '**/dist']) assert.ok(lines.includes(made), made)
})

test('the set-up installs and builds from files that a build is given', () => {
  const given = read('.dockerignore')
  const lists = [...read('scripts/setup.mjs').matchAll(/(?:page|client)Sources = \[([^\]]*)\]/g)].map(
    ([, list = '']) => list,
  )
  const sources = [...lists.join().matchAll(/'([^'/]+)[^']*'/g)].map(([, folder = '']) => folder)
  assert.ok(sources.length >= 8)
  for (const folder of sources) assert.match(given, new RegExp(`^!${folder}$`, 'm'))
})

test('probes ask addresses that are answered, and stopping is given the time that it takes', () => {
  const routes = read('src/http/routes/operation-routes.ts')
  const probes = ['deploy/kubernetes.yaml', 'Dockerfile', 'compose.yaml'].map((name) => read(name)).join('')
  const probed = [...probes.matchAll(/\/health\/\w+/g)].map(([path]) => path)
  assert.deepEqual([...new Set(probed)].sort(), ['/health/live', '/health/ready'])
  for (const path of probed) assert.ok(routes.includes(`${path}'`), path)
  const seconds = [/terminationGracePeriodSeconds: (\d+)/, /stop_grace_period: (\d+)s/, /TimeoutStopSec=(\d+)/]
  const texts = files.map((file) => read(file)).join('\n')
  for (const pattern of seconds) assert.ok(Number(pattern.exec(texts)?.[1]) >= 15, String(pattern))
})

test('what ends because its database is away is started again, however long that is', () => {
  const unit = read('deploy/gazetteer.service')
  assert.match(unit, /^StartLimitIntervalSec=0$/m)
  assert.match(unit, /^Restart=on-failure$/m)
  const [, service = ''] = /^ {2}gazetteer:\n([\s\S]*?)^ {2}proxy:/m.exec(read('compose.yaml')) ?? []
  assert.match(service, /^ {4}restart: unless-stopped$/m)
  assert.doesNotMatch(read('deploy/kubernetes.yaml'), /restartPolicy: (Never|OnFailure)/)
})

test('three replicas run on one record, each with a folder of its own, none as root', () => {
  const [compose, kubernetes] = [read('compose.yaml'), read('deploy/kubernetes.yaml')]
  assert.match(compose, /replicas: 3/)
  assert.match(kubernetes, /replicas: 3/)
  assert.match(compose, /^ {6}- \/data$/m, 'an unnamed volume, which replicas do not share')
  assert.match(kubernetes, /- name: data\n +emptyDir:/)
  assert.match(compose, /read_only: true/)
  assert.match(kubernetes, /readOnlyRootFilesystem: true/)
  assert.match(kubernetes, /runAsNonRoot: true/)
  assert.match(read('deploy/gazetteer.service'), /^DynamicUser=yes$/m)
})

test('the proxy lets every head through, sends nothing twice that may have been written, and asks who is ready', () => {
  const compose = read('compose.yaml')
  // HAProxy keeps 1 KiB of a buffer for what it adds.
  assert.ok(Number(/tune\.bufsize (\d+)/.exec(compose)?.[1]) >= headBytesMax + 1024)
  assert.match(compose, /^ +retry-on conn-failure empty-response$/m)
  assert.match(compose, /^ +http-request disable-l7-retry unless METH_GET$/m)
  assert.match(compose, /^ +option httpchk GET \/health\/ready$/m)
})

test('the package has the ground of the map with its licence, and the image is made of both', () => {
  const options = { cwd: root, env: { ...kept(), PATH: process.env.PATH } }
  const { stdout } = runTool('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], options)
  const [{ files }] = JSON.parse(stdout) as [
    { readonly files: readonly { readonly path: string; readonly size: number }[] },
  ]
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  const ground = sizes.get('map/ground.pmtiles') ?? 0
  assert.ok(ground > 1_000_000 && ground < 15_000_000, String(ground))
  assert.ok(sizes.has('map/LICENSE.md'))
  assert.match(read('map/LICENSE.md'), /© OpenStreetMap contributors[\s\S]*Open Database License/)
  assert.match(read('.dockerignore'), /^!map$/m)
})

test('the page and the document add streets by the same five lines', () => {
  assert.equal(streetCommands.split('\n').length, 5)
  assert.ok(read('docs/map.md').includes(streetCommands))
})
