import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { acceptedNames, accepts, weighed } from '../../src/http/answers/accept.ts'
import { codings } from '../../src/http/answers/answer.ts'
import { readAcceptEncoding } from '../../src/http/answers/compression.ts'
import { runs } from '../support/runs.ts'

const chosen = (header: string | undefined) => {
  const { coding, plain } = readAcceptEncoding(header)
  return `${coding ?? 'plain'}${plain ? '' : ' only'}`
}

test('the coding with the greatest weight is chosen, of equal ones the cheapest', () => {
  const expected: Readonly<Record<string, string>> = {
    '': 'plain',
    'gzip, deflate': 'gzip',
    'gzip, deflate, br': 'br',
    'gzip, deflate, br, zstd': 'zstd',
    'x-gzip': 'gzip',
    'GZIP ; Q=0.5': 'gzip',
    'zstd;q=0.5, br;q=0.7, gzip;q=0.6': 'br',
    'zstd;q=0, gzip': 'gzip',
    '*': 'zstd',
    'zstd;q=0, *': 'br',
    'gzip, *;q=0': 'gzip only',
    'identity;q=0, gzip': 'gzip only',
    'identity, gzip;q=0.5': 'plain',
    'identity;q=0.5, gzip': 'gzip',
    'identity;q=0.5, gzip;q=0.5': 'gzip',
    'deflate, compress': 'plain',
    'gzip;q=0, br;q=0.000': 'plain',
  }
  for (const [header, choice] of Object.entries(expected)) assert.equal(chosen(header), choice, header)
  assert.equal(chosen(undefined), 'plain')
})

test('a header that nothing is left of, or that cannot be read, is answered plain', () => {
  for (const header of ['identity;q=0', '*;q=0', 'gzip;q=2', 'gzip;q=0.1234', 'gzip;;q=1', 'gzip q=1', ',,', 'gz ip'])
    assert.equal(chosen(header), 'plain', header)
})

test('what is not offered is not chosen, whatever its weight', () => {
  assert.equal(readAcceptEncoding('zstd, br;q=0.5, gzip;q=0.6', ['br', 'gzip']).coding, 'gzip')
  assert.equal(readAcceptEncoding('*', ['br', 'gzip']).coding, 'br')
  assert.equal(readAcceptEncoding('br, zstd', ['gzip']).coding, undefined)
})

test('weights decide between any two codings, whatever the order of the header', () => {
  const weight = fc.integer({ min: 0, max: 1000 })
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...codings)),
      fc.array(weight, { minLength: 3, maxLength: 3 }),
      (named, all) => {
        const header = named.map((coding, at) => `${coding};q=${all[at]! / 1000}`)
        const { coding } = readAcceptEncoding(header.join(', '))
        const best = Math.max(0, ...named.map((_, at) => all[at]!))
        const bests = codings.filter((one) => named.includes(one) && all[named.indexOf(one)] === best)
        assert.equal(coding, best === 0 ? undefined : bests[0])
        assert.equal(readAcceptEncoding(header.toReversed().join(' ,')).coding, coding)
      },
    ),
    { numRuns: runs(1000) },
  )
})

test('of a name that stands twice the greatest weight counts, and a semicolon at its end says nothing', () => {
  assert.ok(accepts('text/html, text/html;level=1;q=0', 'text/html'))
  assert.deepEqual(acceptedNames('text/csv;, application/json;q=0.5;, text/csv;header=absent;q=0.1'), [
    'text/csv',
    'application/json',
  ])
})

test('quotes that are not closed are read once, however many there are', () => {
  // Each of them read anew to the end would take hours.
  assert.equal(weighed(`text/csv, "${'\\"'.repeat(1_000_000)}`).get('text/csv'), 1)
  assert.equal(weighed(`text/csv, ${'"\\'.repeat(1_000_000)}`).get('text/csv'), 1)
})
