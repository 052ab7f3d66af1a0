import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig, secretsOf } from '../../src/config.ts'

test('D47: an empty environment gives the documented defaults', () => {
  const config = readConfig({})
  assert.equal(config.port, 8080)
  assert.equal(config.host, '127.0.0.1')
  assert.equal(config.locale, 'sv')
  assert.match(config.dataDir, /data$/)
  assert.equal('adminKey' in config, false)
})

const wrong: readonly [name: string, value: string, message: RegExp][] = [
  ['PORT', '80a', /PORT must be a whole number from 0 to 65535, got '80a'/],
  ['PORT', '65536', /got '65536'/],
  ['HOST', 'not a host', /HOST/],
  ['LOCALE', 'klingon', /LOCALE must be a language tag/],
  ['LOG_LEVEL', 'loud', /LOG_LEVEL must be one of fatal, .*, got 'loud'/],
  ['PUBLIC_URL', 'example.org', /PUBLIC_URL must be an http or https address/],
  ['CORS_ORIGINS', 'https://a.example/path', /CORS_ORIGINS/],
  ['SEARCH', 'elsewhere', /SEARCH must be memory or database, got 'elsewhere'/],
  ['SEARCH', 'database', /SEARCH is database without DATABASE_URL/],
  ['DOCUMENTS', 'store', /DOCUMENTS is no longer a setting, documents are always in memory; unset it/],
  ['DATABASE_URL', 'mysql://db/places', /DATABASE_URL must be postgres:\/\//],
  ['DATABASE_URL', 'postgres://a,b:99999/places', /DATABASE_URL must name hosts .*, got 'b:99999'/],
  [
    'DATABASE_URL',
    'postgres://a/places?target_session_attrs=best',
    /DATABASE_URL must have target_session_attrs of .*'best'/,
  ],
  ['DATABASE_READ_URL', 'postgres://db/places', /DATABASE_READ_URL is set without DATABASE_URL/],
  ['MAP_STYLE_URL', 'style.json', /MAP_STYLE_URL must be an http or https address, got 'style.json'/],
  ['SECRETS_KEY', 'hemlig', /SECRETS_KEY must have 32 or more random characters, got 6/],
  ['WEBHOOK_HTTP', 'yes', /WEBHOOK_HTTP must be true or false, got 'yes'/],
  ['WEBHOOK_ALLOW', '10.0.0.0/8,intranet', /WEBHOOK_ALLOW must be .*, got 'intranet'/],
  ['WEBHOOK_ALLOW', '10.0.0.0/33', /WEBHOOK_ALLOW must be .*, got '10.0.0.0\/33'/],
  ['WEBHOOK_ALLOW', 'fd00::/129', /WEBHOOK_ALLOW must be .*, got 'fd00::\/129'/],
  ['DIRECTORY_KEY', 'hemlig', /DIRECTORY_KEY is set without DIRECTORY_URL, which it is sent to; set both/],
]
for (const [name, value, message] of wrong) {
  test(`D47: ${name}=${value} stops with one line that says which and why`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: unknown) => error instanceof ConfigError && message.test(error.message) && !error.message.includes('\n'),
    )
  })
}

test('D6, D47: a wrong secret is not repeated in the message', () => {
  const secrets: readonly [name: string, value: string][] = [
    ['ADMIN_KEY', 'sesam öppna'],
    ['DATABASE_URL', 'postgres://me:hemlig@/x/y#z'],
    ['PUBLIC_URL', 'https://user:hemlig@example.org/?apikey=hemlig'],
    ['DIRECTORY_URL', 'https://user:sesam/hemlig@example.org/x'],
    ['DIRECTORY_URL', 'https://user:sesam@hemlig@example.org/x'],
    ['DIRECTORY_URL', 'https://user:sesam?hemlig@example.org/x'],
    ['DIRECTORY_URL', 'https://example.org/?apikey=sesam@hemlig'],
    ['DIRECTORY_URL', 'https:user:hemlig@example.org'],
    ['MAP_STYLE_URL', 'user:hemlig@example.org'],
    ['CORS_ORIGINS', 'https://a.example,https://user:hemlig@example.org'],
  ]
  for (const [name, value] of secrets) {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: unknown) => error instanceof Error && !/sesam|hemlig/.test(error.message),
      value,
    )
  }
  assert.throws(() => readConfig({ DIRECTORY_URL: secrets[3]![1] }), /got 'https:\/\/…@example.org\/x'$/)
})

test('D6: the secrets of a configuration are its keys, and the passwords of its databases in both spellings', () => {
  const config = readConfig({
    ADMIN_KEY: 'a-key',
    PUBLIC_KEY: 'p-key',
    DIRECTORY_URL: 'https://d.example',
    DIRECTORY_KEY: 'd-key',
    DATABASE_URL: 'postgres://me:o%2Fne+x@db:5432,other/places',
    DATABASE_READ_URL: 'postgres:///places?host=/run/pg&password=tw%26o',
  })
  assert.deepEqual(secretsOf(config), ['a-key', 'p-key', 'd-key', 'o%2Fne+x', 'o/ne+x', 'tw&o'])
  assert.deepEqual(secretsOf(readConfig({ DATABASE_URL: 'postgres://me@db/places' })), [])
})

test('D47: values are taken as they are meant', () => {
  const config = readConfig({
    PUBLIC_URL: 'https://places.example/',
    CORS_ORIGINS: 'https://a.example, https://b.example',
    WEBHOOK_ALLOW: '10.0.0.0/8, fd00::/8,192.0.2.7',
    WEBHOOK_HTTP: 'true',
  })
  assert.deepEqual([config.webhookAllow, config.webhookHttp], [['10.0.0.0/8', 'fd00::/8', '192.0.2.7'], true])
  assert.deepEqual([readConfig({}).webhookAllow, readConfig({}).webhookHttp], [[], false])
  assert.equal(config.publicUrl, 'https://places.example')
  assert.deepEqual(config.corsOrigins, ['https://a.example', 'https://b.example'])
})

test('D47: settings of a sign-in that could never work stop the start', () => {
  const oidc = {
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'c',
    OIDC_CLIENT_SECRET: 's',
    OIDC_ROLES: 'roles.json',
  }
  const env = { ...oidc, PUBLIC_URL: 'https://places.example' }
  assert.equal(readConfig(env).oidc?.scopes, 'openid profile email')
  for (const name of Object.keys(env).filter((one) => one !== 'OIDC_ISSUER')) {
    assert.throws(() => readConfig({ ...env, [name]: undefined }), new RegExp(`OIDC_ISSUER is set without ${name}`))
  }
  assert.throws(() => readConfig({ OIDC_NAME: 'Example' }), /OIDC_NAME is set without OIDC_ISSUER/)
  for (const name of ['OIDC_ISSUER', 'PUBLIC_URL']) {
    const wanted = new RegExp(`${name} must be an https address \\(http only on loopback\\)`)
    assert.throws(() => readConfig({ ...env, [name]: 'http://places.example' }), wanted)
    assert.doesNotThrow(() => readConfig({ ...env, [name]: 'http://localhost:8080' }))
  }
  assert.throws(() => readConfig({ ...env, OIDC_SCOPES: 'profile' }), /OIDC_SCOPES must be scopes between spaces/)
  assert.throws(() => readConfig({ ...env, OIDC_SCOPES: 'openid,profile' }), /OIDC_SCOPES must be/)
  assert.throws(
    () => readConfig({ ...env, SESSION_HOURS: '200' }),
    /SESSION_HOURS must be at most SESSION_HOURS_MAX, got 200 and 168/,
  )
})
