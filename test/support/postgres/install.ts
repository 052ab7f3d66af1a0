import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../child.ts'
import { installPackages } from '../debian.ts'

const versionMin = 15
/** With wrk, which the bench asks with. */
const debianPackages = ['postgresql-15', 'postgresql-15-postgis-3', 'wrk']
const debianFolder = '/usr/lib/postgresql'

/** Where the programs of PostgreSQL are, or why there are none. */
export type Found = { readonly programs: string } | { readonly missing: string }

/** The newest PostgreSQL of this machine that will do; as root on Debian it is installed where there is none. */
export function findOrInstall(): Found {
  const found = findPrograms()
  if (found !== undefined) return { programs: found }
  const failure = installPackages(debianPackages)
  const installed = findPrograms()
  if (installed !== undefined) return { programs: installed }
  return {
    missing: `there is no PostgreSQL ${versionMin} or newer with PostGIS on this machine, and ${failure ?? 'what was installed is none'}`,
  }
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
