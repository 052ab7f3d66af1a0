import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCluster } from '../../bench/faults/cluster.ts'
import { faults } from '../../bench/faults/faults.ts'
import { formatFaults, meet } from '../../bench/faults/meet.ts'

/** The last two, which the others would only precede; all of them where everything is asked for. */
const wanted = process.env.TEST_ON_POSTGRES === 'everything' ? faults : faults.slice(-2)
const cluster = await startCluster()
const missing = 'missing' in cluster && cluster.missing
after(async () => {
  if (!('missing' in cluster)) await cluster.close()
})

for (const fault of wanted) {
  test(`nothing that is promised is broken: ${fault.name}`, { skip: missing }, async () => {
    assert.ok(!('missing' in cluster))
    const row = await meet(cluster, fault)
    assert.ok(row.isKept, formatFaults([row]))
    assert.equal(row.lost > 0, fault.mayLose === true, formatFaults([row]))
    assert.ok(row.answered > 20 && row.reads > 20, formatFaults([row]))
  })
}
