import assert from 'node:assert/strict'
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Child, kept, startNode } from '../support/child.ts'
import { temporaryFolder } from '../support/process.ts'
import { waitMillisMax } from '../support/until.ts'

const root = resolve(import.meta.dirname, '../..')

/** The program that `npm` on the path is. */
const npm = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'npm'))
  .find(existsSync)!

/** Prints what it was started with, then ends as it is asked to. */
const program = `
process.stdout.write(JSON.stringify([process.argv.slice(2), process.env.MALLOC_TRIM_THRESHOLD_ ?? null]) + '\\n')
const [end] = process.argv.slice(2)
if (Number(end) >= 0) process.exitCode = Number(end)
else if (end.startsWith('SIG')) process.kill(process.pid, end)
else {
  setTimeout(() => process.exit(99), ${waitMillisMax})
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => process.exit(signal.length + 40))
  process.stdout.write('waits\\n')
}
`

/** Both ways to start the program: a Node without `execve` has to stay. */
const ways = [
  { way: 'in its place', args: [] },
  { way: 'below it', args: ['--import', 'data:text/javascript,process.execve=undefined'] },
] as const

/** A project of the start script, of the scripts of npm and of a program that shows how it was started. */
function project(context: TestContext): string {
  const folder = temporaryFolder(context)
  for (const name of ['scripts', 'src']) mkdirSync(join(folder, name))
  copyFileSync(join(root, 'scripts/gazetteer.mjs'), join(folder, 'scripts/gazetteer.mjs'))
  const setup = 'export const projectNode = () => process.execPath\nexport const setUp = async () => {}\n'
  writeFileSync(join(folder, 'scripts/setup.mjs'), setup)
  writeFileSync(join(folder, 'src/main.ts'), program)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }))
  return folder
}

function start(context: TestContext, cwd: string, args: readonly string[], env = {}): Child {
  const child = startNode(args, { cwd, env: { ...kept(), ...env } })
  context.after(() => child.isRunning && child.end())
  return child
}

/** What the program has printed of its start. */
function started(child: Child): unknown {
  return JSON.parse(child.output().stdout.split('\n')[0] ?? '')
}

for (const { way, args } of ways) {
  const script = [...args, 'scripts/gazetteer.mjs']

  test(`the program ${way} gets every argument, and its exit status is that of the command`, async (context) => {
    const folder = project(context)
    const odd = ['3', 'a b', '"c"', "d'", '$HOME', '%PATH%', '']
    const child = start(context, folder, [...script, ...odd])
    assert.equal(await child.ended(), 3)
    assert.deepEqual((started(child) as unknown[])[0], odd)
    const killed = start(context, folder, [...script, 'SIGKILL'])
    const status = (await killed.ended()) ?? 128 + constants.signals[killed.process.signalCode!]
    assert.equal(status, 128 + constants.signals.SIGKILL)
  })

  test(`a signal reaches the program ${way}, which decides how it ends`, async (context) => {
    const folder = project(context)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
      const child = start(context, folder, [...script, 'wait'])
      await child.printed(/^waits$/m)
      assert.equal(await child.end(signal), signal.length + 40, signal)
    }
  })

  test(`on Linux the program ${way} has the settings for glibc, or what the caller has set`, async (context) => {
    const folder = project(context)
    const set = async (env: object) => {
      const child = start(context, folder, [...script, '0'], env)
      await child.ended()
      return (started(child) as unknown[])[1]
    }
    assert.equal(await set({}), process.platform === 'linux' ? '134217728' : null)
    assert.equal(await set({ MALLOC_TRIM_THRESHOLD_: '7' }), '7')
  })
}

for (const name of ['start', 'serve']) {
  test(`a signal to npm run ${name} reaches the program, and npm ends with its status`, async (context) => {
    const child = start(context, project(context), [realpathSync(npm), 'run', '--silent', name, '--', 'a b'])
    await child.printed(/^waits$/m)
    const demo = name === 'start' ? ['--demo'] : []
    assert.deepEqual((started(child) as unknown[])[0], ['serve', ...demo, 'a b'])
    assert.equal(await child.end('SIGTERM'), 'SIGTERM'.length + 40)
  })
}

test('the set-up installs only packages that are missing, whoever has installed the others', async (context) => {
  const folder = temporaryFolder(context)
  mkdirSync(join(folder, 'scripts'))
  mkdirSync(join(folder, 'node_modules'))
  copyFileSync(join(root, 'scripts/setup.mjs'), join(folder, 'scripts/setup.mjs'))
  const json = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
  const node = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  json('package.json', { name: 'p', optionalDependencies: { [node]: '26.0.0' } })
  const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } }
  const own = { [`node_modules/${node}`]: { version: '26.0.0', optional: true } }
  const other = { 'node_modules/node-elsewhere': { version: '26.0.0', optional: true } }
  json('package-lock.json', { lockfileVersion: 3, packages: { '': { version: '1.0.0' }, ...tool, ...own, ...other } })
  const printed = async (present: object) => {
    rmSync(join(folder, 'node_modules'), { recursive: true })
    mkdirSync(join(folder, 'node_modules'))
    json('node_modules/.package-lock.json', { packages: present })
    // Nothing is to be downloaded.
    const child = start(context, folder, ['scripts/setup.mjs', 'packages'], { npm_config_offline: 'true' })
    await child.ended()
    return child.output().stderr
  }
  assert.equal(await printed({ ...tool, ...own }), '')
  for (const present of [tool, own, { ...own, 'node_modules/tool': { version: '0.9.0' } }]) {
    assert.match(await printed(present), /^Installing the packages/)
  }
})
