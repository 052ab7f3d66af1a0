import { type AccessKey, may, type Permission } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { hashSecret } from '../access/secret.ts'
import { type Config, ConfigError } from '../config.ts'
import type { Instant } from '../place/place.ts'

/** A key that may do everything. */
function adminKeyOf(id: string, name: string, secret: string, created: Instant): AccessKey {
  return { id, name, hash: hashSecret(secret), permissions: ['admin'], created }
}

/** The keys that no journal knows: that of the command line, made for this run, and ADMIN_KEY (D9). */
export function fixedKeys({ adminKey }: Pick<Config, 'adminKey'>, localSecret: string, now: Instant): AccessKey[] {
  return [
    adminKeyOf('local', 'the command line', localSecret, now),
    ...(adminKey === undefined ? [] : [adminKeyOf('admin', 'ADMIN_KEY', adminKey, now)]),
  ]
}

/** Fewer characters than this can be guessed; it is said and accepted. */
const adminKeyCharactersMin = 16

/** What is weak about ADMIN_KEY, for the log; undefined when nothing is. */
export function adminKeyWarning({ adminKey }: Pick<Config, 'adminKey'>): string | undefined {
  if (adminKey === undefined || adminKey.length >= adminKeyCharactersMin) return undefined
  return `ADMIN_KEY has ${adminKey.length} characters; one that nobody can guess has ${adminKeyCharactersMin} or more`
}

const visitorPermissions: readonly Permission[] = ['read-published', 'read', 'read-media']

/** Throws a ConfigError when PUBLIC_KEY is given and may not read, or may do more than visitors ever might. */
export function checkPublicKey({ publicKey }: Pick<Config, 'publicKey'>, keys: KeyRing, now: Instant): void {
  if (publicKey === undefined) return
  const caller = keys.authenticate(publicKey, now)
  const isFit = caller?.permissions.every((permission) => visitorPermissions.includes(permission))
  if (caller && isFit && may(caller, 'read-published')) return
  const found = caller === undefined ? 'no valid key' : `a key with ${caller.permissions.join(', ')}`
  throw new ConfigError(
    `PUBLIC_KEY must be a key with the permission read-published or read, and beside it read-media or nothing, got ${found}`,
  )
}
