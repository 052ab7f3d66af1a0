import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { optionNames, planOf } from '../../bench/peers/plan.ts'

const main = join(import.meta.dirname, '../../bench/peers/main.ts')

test('a quick run of the peers warms less, has fewer and shorter blocks and no latencies, but for what is asked for', () => {
  const { modes, measuring } = planOf(['--quick', '--pairs', '4', '--client', 'own', '--seconds', '0.2'])
  assert.deepEqual(modes, ['distinct'])
  assert.deepEqual([measuring.pairs, measuring.seconds, measuring.latencySeconds], [4, 0.2, 0])
  const whole = planOf([]).measuring
  assert.deepEqual([measuring.warmingSeconds, whole.warmingSeconds], [1, 3])
  assert.deepEqual([measuring.writeSeconds, whole.writeSeconds], [1, 5])
})

test('an option of the bench that means nothing is refused with what it takes', () => {
  const refusals = [
    [['--sizes', '10k'], '--sizes takes whole numbers from 1, got "10k"'],
    [['--sizes', '100,'], '--sizes takes whole numbers from 1, got ""'],
    [['--pairs', ''], '--pairs takes whole numbers from 1, got ""'],
    [['--client', 'wrk', '--seconds', '0.5'], '--seconds takes whole numbers from 1, got "0.5"'],
    [['--noise=-1'], '--noise takes numbers from 0, got "-1"'],
    [['--modes', 'zip'], '--modes are distinct, zipf, repeated, got "zip"'],
    [['--client', 'ab'], '--client is wrk or own, got "ab"'],
  ] as const
  for (const [args, message] of refusals) assert.throws(() => planOf(args), { name: 'RangeError', message })
})

test('whoever asks for help is told every option of the bench', () => {
  const told = execFileSync(process.execPath, [main, '--help'], { encoding: 'utf8' })
  for (const name of optionNames) assert.ok(told.includes(`\`--${name}`), name)
})
