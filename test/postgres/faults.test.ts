import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startCluster } from '../support/cluster/cluster.ts'
import { faults } from '../support/cluster/faults.ts'
import { formatFaults, meet, type Row } from '../support/cluster/run-fault.ts'

/** Long enough for a fault to be noticed; the bench takes more time. */
const times = { fault: 500, around: 300 } as const
const cluster = await startCluster()
const missing = 'missing' in cluster && cluster.missing
const rows: Row[] = []
after(async () => {
  if (!('missing' in cluster)) await cluster.close()
})

// Each leaves what the next needs.
for (const fault of faults) {
  test(`nothing that is promised is broken: ${fault.name}`, { skip: missing }, async () => {
    assert.ok(!('missing' in cluster))
    const row = await meet(cluster, fault, times)
    rows.push(row)
    assert.ok(row.isKept, [formatFaults([row]), ...row.failedReads].join('\n'))
    assert.equal(row.lost > 0, fault.mayLose === true, formatFaults([row]))
    // How many depends on how busy the machine is.
    assert.ok(row.answered > 0 && row.reads > 0, formatFaults([row]))
  })
}

test('what the faults did to callers, as a table', { skip: missing }, (context) => {
  for (const line of formatFaults(rows).split('\n')) context.diagnostic(line)
  assert.equal(rows.length, faults.length)
})
