import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IdleSteps } from '../../src/index/sealing/idle-steps.ts'

test('steps are done one by one while there are any, then looked for now and then, and never after the close', ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let left = 3
  let asked = 0
  const idle = new IdleSteps(() => {
    asked++
    return --left > 0
  })
  assert.equal(asked, 0)
  const pass = () => {
    for (let passed = 0; left > 0; passed++) {
      assert.ok(passed < 100, 'steps are done')
      mock.timers.tick(1000)
    }
  }
  pass()
  assert.equal(asked, 3)
  left = 2
  pass()
  assert.equal(asked, 5)
  idle.close()
  for (let passed = 0; passed < 100; passed++) mock.timers.tick(1000)
  assert.equal(asked, 5)
})
