import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../child.ts'

const versionMin = 15
/** With wrk, which the bench asks with. */
const debianPackages = ['postgresql-15', 'postgresql-15-postgis-3', 'wrk']
const debianFolder = '/usr/lib/postgresql'
/** Installing fetches some 60 MB. */
const installMillisMax = 300_000

/** Where the programs of PostgreSQL are, or why there are none. */
export type Found = { readonly programs: string } | { readonly missing: string }

/** The newest PostgreSQL of this machine that will do; as root on Debian it is installed where there is none. */
export function findOrInstall(): Found {
  const found = findPrograms()
  if (found !== undefined) return { programs: found }
  const failure = install()
  const installed = findPrograms()
  if (installed !== undefined) return { programs: installed }
  return { missing: `there is no PostgreSQL ${versionMin} or newer with PostGIS on this machine, and ${failure}` }
}

/** The folder of the programs of a PostgreSQL that is there, or undefined. */
export function findPrograms(): string | undefined {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  const folders = versions.toSorted((a, b) => b - a).map((version) => join(debianFolder, String(version), 'bin'))
  const told = runTool('pg_config', ['--bindir'])
  if (told.status === 0) folders.push(told.stdout.trim())
  return folders.find((folder) => isNewEnough(folder) && hasPostgis(folder))
}

function isNewEnough(folder: string): boolean {
  const told = runTool(join(folder, 'postgres'), ['--version'])
  const version = /\(PostgreSQL\) (\d+)/.exec(told.stdout ?? '')?.[1]
  return version !== undefined && Number(version) >= versionMin && existsSync(join(folder, 'initdb'))
}

function hasPostgis(folder: string): boolean {
  const told = runTool(join(folder, 'pg_config'), ['--sharedir'])
  const shared = told.status === 0 ? told.stdout.trim() : folder.replace('/lib/', '/share/').replace(/\/bin$/, '')
  return existsSync(join(shared, 'extension', 'postgis.control'))
}

/** Why it could not be installed, or that it was. */
function install(): string {
  if (process.getuid?.() !== 0) return 'only root could install one'
  if (!existsSync('/etc/debian_version')) return 'this is no Debian, where one could be installed'
  process.stderr.write(`Installing ${debianPackages.join(' ')} for the tests (once)…\n`)
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  const run = (args: readonly string[]) =>
    runTool('apt-get', args, {
      timeout: installMillisMax,
      // The tests have servers of their own; the one that Debian makes would only take memory.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  run(['update', '-qq'])
  const { status, stderr } = run(['install', ...options, ...debianPackages])
  return status === 0 ? 'it was installed' : `apt-get could not install it: ${stderr}`
}
