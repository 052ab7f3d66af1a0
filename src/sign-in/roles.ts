import { type Grant, type Permission, permissions } from '../access/access.ts'

/** The statements of a provider about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** A grant to everybody with this value in this claim (OIDC_ROLES). */
export interface Role extends Grant {
  /** The name of a claim, or the dotted path of a nested one, such as `realm_access.roles`. */
  readonly claim: string
  /** Compared literally. One `{owner}` in it stands for the id of the only owner that the permissions are for. */
  readonly value: string
}

const placeholder = '{owner}'
const members = ['claim', 'value', 'permissions', 'owners']

/** Parses a file of roles; throws an Error that names the faulty role and its fault. */
export function parseRoles(text: string): readonly Role[] {
  let roles: unknown
  try {
    roles = JSON.parse(text)
  } catch (error) {
    throw new Error(`is no JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(roles) || roles.length === 0)
    throw new Error(
      'must be a list of roles, such as [{"claim": "groups", "value": "editors", "permissions": ["read", "update"]}]',
    )
  const texts = roles.map((role: unknown) => JSON.stringify(role))
  return roles.map((role: unknown, index) => {
    const same = texts.indexOf(texts[index]!)
    const fault = same < index ? `is role ${same + 1} once more; leave one out` : roleFault(role)
    if (fault !== undefined) throw new Error(`role ${index + 1}: ${fault}`)
    return role as Role
  })
}

function roleFault(role: unknown): string | undefined {
  if (typeof role !== 'object' || role === null) return 'must be an object'
  const { claim, value, permissions: given, owners } = role as Partial<Record<keyof Role, unknown>>
  const unknown = Object.keys(role).find((name) => !members.includes(name))
  if (unknown !== undefined) return `has no '${unknown}', only ${members.join(', ')}`
  if (!isText(claim)) return 'claim must be the name of a claim, such as groups'
  if (!isText(value)) return 'value must be a text that the claim has'
  if (!isList(given)) return 'permissions must be a list of permissions'
  const wrong = given.find((permission) => !permissions.includes(permission as Permission))
  if (wrong !== undefined) return `permissions must be of ${permissions.join(', ')}, got '${wrong}'`
  if (owners !== undefined && !isList(owners)) return 'owners must be a list of ids'
  const isForOne = value.includes(placeholder)
  const other = value.match(/\{[^{}]*\}/g)?.find((one) => one !== placeholder)
  if (other !== undefined) return `value may hold the placeholder ${placeholder}, not '${other}'`
  if (value.split(placeholder).length > 2) return `value may hold one ${placeholder}, got '${value}'`
  if (isForOne && owners !== undefined) return `owners and ${placeholder} exclude each other; leave one out`
  if (given.includes('admin') && (isForOne || owners !== undefined))
    return 'admin is for every owner: leave owners or admin out'
  return undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isText)
}

/** Returns the grants that some roles give to the claims of a person, each separately. */
export function grantsOf(claims: Claims, roles: readonly Role[]): Grant[] {
  return roles.flatMap(({ claim, value, permissions: granted, owners }) => {
    const [before = '', behind] = value.split(placeholder)
    const held = textsOf(claims, claim)
    if (behind === undefined) {
      return held.includes(value) ? [{ permissions: granted, ...(owners && { owners }) }] : []
    }
    return held
      .filter((text) => text.length > before.length + behind.length && text.startsWith(before) && text.endsWith(behind))
      .map((text) => ({ permissions: granted, owners: [text.slice(before.length, text.length - behind.length)] }))
  })
}

/** Returns the texts of a claim: a single one, or those of a list. */
export function textsOf(claims: Claims, claim: string): string[] {
  const value = claimOf(claims, claim)
  return (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string')
}

/** Returns a claim: one of exactly that name before a nested one. Inherited properties do not count. */
function claimOf(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  return claim.split('.').reduce<unknown>((within, name) => {
    return typeof within === 'object' && within !== null && Object.hasOwn(within, name)
      ? (within as Claims)[name]
      : undefined
  }, claims)
}
