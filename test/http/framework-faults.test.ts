import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOf } from '../../src/http/answers/problems.ts'

test('what the framework calls a fault of the caller is never a failure of the service', () => {
  const status = (error: object) => problemOf(error, 'x').status
  assert.equal(status({ code: 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE', statusCode: 400 }), 400)
  assert.equal(status({ code: 'FST_ERR_OF_A_LATER_VERSION', statusCode: 422 }), 400)
  assert.equal(status({ code: 'FST_ERR_REP_INVALID_PAYLOAD_TYPE', statusCode: 500 }), 500)
  assert.equal(status({ code: 'ENOENT', statusCode: 404 }), 500)
  assert.equal(status(new Error('of our own')), 500)
})
