import { parseArgs } from 'node:util'
import { startCluster } from './cluster.ts'
import { faults } from './faults.ts'
import { formatFaults, meet, type Row } from './meet.ts'

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })

const cluster = await startCluster()
if ('missing' in cluster) {
  console.log(`Nothing was tried: ${cluster.missing}.`)
} else {
  const rows: Row[] = []
  try {
    for (const fault of faults.filter(({ name }) => name.includes(values.only))) {
      rows.push(await meet(cluster, fault))
      console.error(`${rows.at(-1)!.isKept ? 'kept' : 'BROKEN'}: ${fault.name}`)
    }
  } finally {
    await cluster.close()
  }
  console.log(formatFaults(rows))
  if (!rows.every(({ isKept }) => isKept)) process.exitCode = 1
}
