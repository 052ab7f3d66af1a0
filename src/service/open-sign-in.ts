import { readFileSync } from 'node:fs'
import { Sealer } from '../access/sealer.ts'
import { type Config, ConfigError } from '../config.ts'
import { parseRoles, type Role } from '../sign-in/roles.ts'
import { SignIn, type SignInContext } from '../sign-in/sign-in.ts'
import { keyOfFolder } from '../store/data-folder.ts'

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
