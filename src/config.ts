import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseDatabaseAddress } from './store/postgres/address.ts'

/** The configuration from the environment (D47), read and checked once. */
export type Config = ReturnType<typeof readConfig>

/** A rate limit: at most `count` requests in `millis`. */
export interface Rate {
  readonly count: number
  readonly millis: number
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** A wrong value of the configuration. Its message is the one line that the operator sees. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from an environment; throws a ConfigError that names the variable, the value and what would
 * be right.
 */
export function readConfig(environment: Environment) {
  const read: Read = (name, parse) => {
    const text = environment[name]?.trim()
    return text === undefined || text === '' ? undefined : parse(text, name)
  }
  refuseHalf(read)
  return Object.freeze({
    port: read('PORT', port) ?? 8080,
    host: read('HOST', host) ?? '127.0.0.1',
    dataDir: resolve(read('DATA_DIR', String) ?? './data'),
    locale: read('LOCALE', locale) ?? 'sv',
    /** The least severe level that is logged; `silent` for none. */
    logLevel: read('LOG_LEVEL', oneOf(logLevels, `one of ${logLevels.join(', ')}`)),
    /** The place where searches run: in this process, or in the database named by `databaseUrl`. */
    search: read('SEARCH', oneOf(['memory', 'database'])) ?? 'memory',
    /** Origins from which a browser may send requests; a single `*` for any. */
    corsOrigins: read('CORS_ORIGINS', corsOrigins) ?? [],
    /** Origins from which the page's map loads data, beside that of the style. */
    mapOrigins: read('MAP_ORIGINS', originList) ?? [],
    /** The proxies whose X-Forwarded-For is trusted, as addresses, ranges or names of ranges. */
    trustProxy: read('TRUST_PROXY', proxies) ?? [],
    /** The hours that a session lasts: without renewal, and in total. */
    sessionHours: read('SESSION_HOURS', hours) ?? 8,
    sessionHoursMax: read('SESSION_HOURS_MAX', hours) ?? 7 * 24,
    /** True if webhooks may use http addresses; and the networks that they may reach beside the internet. */
    webhookHttp: read('WEBHOOK_HTTP', oneOf(['true', 'false'])) === 'true',
    webhookAllow: read('WEBHOOK_ALLOW', networks) ?? [],
    /** True if assistants may send requests (Model Context Protocol). */
    mcp: read('MCP', oneOf(['on', 'off'])) !== 'off',
    ...present({
      adminKey: read('ADMIN_KEY', secret),
      /** The PostgreSQL with the record; absent: the record is in the data folder. May contain a password. */
      databaseUrl: read('DATABASE_URL', database),
      /** A standby of it. */
      databaseReadUrl: read('DATABASE_READ_URL', database),
      publicUrl: read('PUBLIC_URL', url),
      /** The folder with a JSON Schema per place type. */
      placeTypesDir: read('PLACE_TYPES', path),
      /** The file with the boundaries for geolocationInfo. */
      boundariesFile: read('BOUNDARIES', path),
      directoryUrl: read('DIRECTORY_URL', url),
      directoryKey: read('DIRECTORY_KEY', secret),
      /** The PMTiles file with the background map of the page. */
      mapTilesFile: read('MAP_TILES', path),
      mapStyleUrl: read('MAP_STYLE_URL', styleUrl),
      publicKey: read('PUBLIC_KEY', secret),
      /** The rate limit of one caller; absent: none. */
      rateLimit: read('RATE_LIMIT', rate),
      /** The secret that encrypts refresh tokens and secrets of webhooks; absent: a key in the data folder. */
      secretsKey: read('SECRETS_KEY', longSecret),
      /** The sign-in provider of people; absent: only keys give access to the service. */
      oidc: readOidc(read),
    }),
  })
}

/** Parses the trusted proxies: addresses, ranges such as 10.0.0.0/8, or names of ranges. */
function proxies(text: string): string[] {
  const given = text.split(',').map((one) => one.trim())
  for (const one of given) {
    // A range of all addresses would trust everybody.
    if ((isRange(one) && !/\/0+$/.test(one)) || ['loopback', 'linklocal', 'uniquelocal'].includes(one)) continue
    const wanted = 'addresses or ranges separated by commas, such as 10.0.0.0/8, or loopback, linklocal, uniquelocal'
    throw new ConfigError(`TRUST_PROXY must be ${wanted}, got '${one}'`)
  }
  return given
}

function isRange(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  return isIP(address) !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax
}

/** Parses the networks that webhooks may reach beside the internet. */
function networks(text: string): string[] {
  const given = text.split(',').map((one) => one.trim())
  const wrong = given.find((one) => !isRange(one))
  if (wrong === undefined) return given
  const wanted = 'addresses or ranges separated by commas, such as 10.0.0.0/8,fd00::/8'
  throw new ConfigError(`WEBHOOK_ALLOW must be ${wanted}, got '${wrong}'`)
}

const rateUnits = { s: 1000, min: 60_000, h: 3_600_000 } as const

/** Parses a rate; returns undefined if the text is not one. */
export function parseRate(text: string): Rate | undefined {
  const [, count = '', unit = ''] = /^(\d{1,9})\/(s|min|h)$/.exec(text) ?? []
  const millis = rateUnits[unit as keyof typeof rateUnits]
  return Number(count) > 0 ? { count: Number(count), millis } : undefined
}

function rate(text: string, name: string): Rate {
  const parsed = parseRate(text)
  if (parsed) return parsed
  throw new ConfigError(`${name} must be requests in a time, such as 600/min (s, min or h), got '${text}'`)
}

/** Returns the parsed value of a variable; undefined if it is unset or blank. */
type Read = <Value>(name: string, parse: (text: string, name: string) => Value) => Value | undefined

const oidcNeeds = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const

/** Reads the sign-in settings; returns undefined without OIDC_ISSUER. */
function readOidc(read: Read) {
  const issuer = read('OIDC_ISSUER', secureUrl)
  if (issuer === undefined) {
    const lone = [...oidcNeeds, 'OIDC_SCOPES', 'OIDC_NAME', 'OIDC_TRUST_EMAIL'].find((name) => read(name, String))
    if (lone === undefined) return undefined
    throw new ConfigError(`${lone} is set without OIDC_ISSUER, the provider that it is for; set both`)
  }
  const missing = [...oidcNeeds, 'PUBLIC_URL'].find((name) => read(name, String) === undefined)
  if (missing !== undefined) throw new ConfigError(`OIDC_ISSUER is set without ${missing}; set both`)
  read('PUBLIC_URL', secureUrl)
  return {
    issuer,
    clientId: read('OIDC_CLIENT_ID', String)!,
    clientSecret: read('OIDC_CLIENT_SECRET', secret)!,
    scopes: read('OIDC_SCOPES', scopes) ?? 'openid profile email',
    rolesFile: read('OIDC_ROLES', path)!,
    name: read('OIDC_NAME', String) ?? new URL(issuer).hostname,
    trustsEmail: read('OIDC_TRUST_EMAIL', oneOf(['true', 'false'])) === 'true',
  }
}

function scopes(text: string): string {
  if (text.split(/\s+/).includes('openid') && !text.includes(',')) return text
  throw new ConfigError(`OIDC_SCOPES must be scopes between spaces, openid among them, got '${text}'`)
}

/** Parses an https address; http is allowed if it leads to the same machine. */
function secureUrl(text: string, name: string): string {
  const address = new URL(url(text, name))
  // A slash at its end stays, since an issuer is compared character by character.
  if (address.protocol === 'https:' || isLoopback(address.hostname)) return text
  throw new ConfigError(
    `${name} must be an https address (http only on loopback) for people to sign in, got '${shown(text)}'`,
  )
}

/** Returns true if a host name, in the form of URL, belongs to this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

function hours(text: string, name: string): number {
  const number = Number(text)
  if (number > 0 && number <= 8760) return number
  throw new ConfigError(`${name} must be hours above 0 and up to 8760, got '${text}'`)
}

/** Lists every secret of a configuration, which no log may contain (D6). */
export function secretsOf(config: Config): string[] {
  const passwords = [config.databaseUrl, config.databaseReadUrl].flatMap(passwordsOf)
  const { adminKey, publicKey, directoryKey, secretsKey, oidc } = config
  const secrets = [adminKey, publicKey, directoryKey, secretsKey, oidc?.clientSecret, ...passwords]
  return secrets.filter((secret) => secret !== undefined)
}

/** Returns the password in an address of PostgreSQL, both as written and decoded. */
function passwordsOf(address: string | undefined): string[] {
  const { user = '', query = '' } =
    /:\/\/(?:(?<user>[^@]*)@)?[^?]*(?:\?(?<query>.*))?$/.exec(address ?? '')?.groups ?? {}
  const written = user.includes(':') ? user.slice(user.indexOf(':') + 1) : ''
  const meant = new URLSearchParams(`password=${written.replaceAll('+', '%2B')}`).get('password')
  return [written, meant, new URLSearchParams(query).get('password')].filter((password) => !!password) as string[]
}

/** Returns only the values that are set. */
function present<Values extends object>(values: Values) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Name in keyof Values]?: NonNullable<Values[Name]> }
}

const halves = [
  ['DATABASE_READ_URL', 'DATABASE_URL', 'whose standby it names'],
  ['DIRECTORY_KEY', 'DIRECTORY_URL', 'which it is sent to'],
] as const

/** Refuses settings that have a meaning only with another setting, or only without it. */
function refuseHalf(read: Read): void {
  const isSet = (name: string) => read(name, String) !== undefined
  if (read('SEARCH', String) === 'database' && !isSet('DATABASE_URL'))
    throw new ConfigError('SEARCH is database without DATABASE_URL, which names the one that is searched; set both')
  if (isSet('DOCUMENTS'))
    throw new ConfigError(
      'DOCUMENTS is no longer a setting, documents are always in memory; unset it, and set SEARCH=database where memory is short',
    )
  if (isSet('MAP_TILES') && isSet('MAP_STYLE_URL'))
    throw new ConfigError('MAP_TILES and MAP_STYLE_URL are both set, and a map has one background; unset one')
  const [hoursOf, most] = [read('SESSION_HOURS', Number) ?? 8, read('SESSION_HOURS_MAX', Number) ?? 7 * 24]
  if (hoursOf > most)
    throw new ConfigError(`SESSION_HOURS must be at most SESSION_HOURS_MAX, got ${hoursOf} and ${most}`)
  for (const [name, other, why] of halves)
    if (isSet(name) && !isSet(other)) throw new ConfigError(`${name} is set without ${other}, ${why}; set both`)
}

function path(text: string): string {
  return resolve(text)
}

/** Parses an address of PostgreSQL. No message repeats it, since it may contain a password. */
function database(text: string, name: string): string {
  try {
    parseDatabaseAddress(text)
    return text
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}`)
  }
}

function port(text: string): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number <= 65_535) return number
  throw new ConfigError(`PORT must be a whole number from 0 to 65535, got '${text}'`)
}

function host(text: string): string {
  if (/^[\w.:-]+$/.test(text)) return text
  throw new ConfigError(`HOST must be a host name or an address to listen on, got '${text}'`)
}

function locale(text: string): string {
  try {
    const [tag] = Intl.Collator.supportedLocalesOf(text)
    if (tag !== undefined) return tag
  } catch {
    // Not even the form of a language tag: refused like the others.
  }
  throw new ConfigError(`LOCALE must be a language tag that can order names, such as sv or en, got '${text}'`)
}

/** Accepts one of the known words, and throws an error that lists them for any other. */
function oneOf<Word extends string>(known: readonly Word[], wanted = known.join(' or ')) {
  return (text: string, name: string): Word => {
    const word = known.find((each) => each === text)
    if (word !== undefined) return word
    throw new ConfigError(`${name} must be ${wanted}, got '${text}'`)
  }
}

/** No message repeats the value, since it is a secret. */
function secret(text: string, name: string): string {
  if (/^[\x21-\x7e]{1,512}$/.test(text)) return text
  throw new ConfigError(`${name} must be 1 to 512 visible ASCII characters without spaces`)
}

/** A secret that derives an encryption key must be long: whoever has a backup may guess without limit. */
function longSecret(text: string, name: string): string {
  if (secret(text, name).length >= 32) return text
  throw new ConfigError(`${name} must have 32 or more random characters, got ${text.length}`)
}

function url(text: string, name: string): string {
  const address = URL.parse(text)
  const plain = address && /^https?:$/.test(address.protocol) && address.search === '' && address.hash === ''
  if (plain && address.username === '' && address.password === '') return text.replace(/\/+$/, '')
  throw new ConfigError(
    `${name} must be an http or https address without query, user and password, got '${shown(text)}'`,
  )
}

/** A style may need a key in its query, so that stays. */
function styleUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new ConfigError(`MAP_STYLE_URL must be an http or https address, got '${shown(text)}'`)
}

/**
 * Returns an address without its secret parts. A faulty password may contain any character, so it ends at the last `@`.
 * If that comes after a `?` or `#`, it may also belong to the query, and only the scheme is shown.
 */
function shown(text: string): string {
  return text
    .replace(/^([a-z]+:\/\/)?.*[?#].*@.*$/is, '$1…')
    .replace(/^([a-z]+:\/\/)?.*@/is, '$1…@')
    .replace(/[?#].*$/s, '?…')
}

function corsOrigins(text: string): string[] {
  return text === '*' ? [text] : originList(text, 'CORS_ORIGINS', '* or ')
}

function originList(text: string, name: string, orElse = ''): string[] {
  const given = text.split(',').map((origin) => origin.trim())
  for (const origin of given) {
    if (URL.parse(origin)?.origin === origin) continue
    const wanted = `${orElse}origins separated by commas, without a slash at the end, such as https://example.org,https://maps.example.org`
    throw new ConfigError(`${name} must be ${wanted}, got '${shown(origin)}'`)
  }
  return given
}
