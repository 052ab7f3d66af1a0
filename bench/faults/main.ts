import { parseArgs } from 'node:util'
import { startCluster } from '../../test/support/cluster/cluster.ts'
import { faults } from '../../test/support/cluster/faults.ts'
import { formatFaults, meet, type Row } from '../../test/support/cluster/meet.ts'
import { formatSeeing, type Seeing, seeOthers } from './others.ts'

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, writes: { type: 'string', default: '300' } },
})

const cluster = await startCluster()
if ('missing' in cluster) {
  console.log(`Nothing was tried: ${cluster.missing}.`)
} else {
  const rows: Row[] = []
  let seeing: Seeing
  try {
    seeing = await seeOthers(cluster, Number(values.writes))
    for (const fault of faults.filter(({ name }) => name.includes(values.only))) {
      rows.push(await meet(cluster, fault, { fault: 1_500, around: 700 }))
      console.error(`${rows.at(-1)!.isKept ? 'kept' : 'BROKEN'}: ${fault.name}`)
    }
  } finally {
    await cluster.close()
  }
  console.log(`${formatFaults(rows)}\n\n${formatSeeing(seeing)}`)
  if (!rows.every(({ isKept }) => isKept)) process.exitCode = 1
}
