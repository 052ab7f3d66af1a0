import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Sealer } from '../access/sealer.ts'
import { type Config, ConfigError } from '../config.ts'
import { parseRoles, type Role } from '../sign-in/roles.ts'
import { SignIn, type SignInContext } from '../sign-in/sign-in.ts'

const hourMillis = 3_600_000

/** How people sign in as configured; undefined where only keys open the service. Throws a ConfigError. */
export function openSignIn(config: Config, context: Omit<SignInContext, 'sealer'>): SignIn | undefined {
  const { oidc, publicUrl, sessionHours, sessionHoursMax } = config
  if (oidc === undefined || publicUrl === undefined) return undefined
  const options = {
    ...oidc,
    publicUrl,
    roles: readRoles(oidc.rolesFile),
    sessionMillis: sessionHours * hourMillis,
    sessionMillisMax: sessionHoursMax * hourMillis,
  }
  return new SignIn(options, {
    ...context,
    sealer: new Sealer(config.secretsKey ?? keyOfFolder(config.dataDir), 'refresh tokens'),
  })
}

function readRoles(file: string): readonly Role[] {
  try {
    return parseRoles(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError(`OIDC_ROLES ${file}: ${(error as Error).message}`)
  }
}

/** The secret of the data folder, made when it is first wanted, in a file that only its user can read. */
export function keyOfFolder(folder: string): string {
  const file = join(folder, 'secrets.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8')
}
