import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureBeside } from './beside.ts'
import { writeCharts } from './charts/charts.ts'
import { readKnown } from './known.ts'
import { limits, measureLimit } from './limits.ts'
import { planOf } from './plan.ts'
import { loadOnce, prepare } from './prepare.ts'
import { writeReport } from './report/report.ts'
import { createRun, startClock } from './run.ts'
import { measureService } from './service/service.ts'
import type { Materials, System } from './system.ts'
import { gazetteer } from './systems/gazetteer.ts'
import { groonga } from './systems/groonga.ts'
import { orama } from './systems/orama.ts'
import { postgres } from './systems/postgres.ts'
import { sqlite } from './systems/sqlite.ts'

/** The status that a run ends with when its minutes were over before everything was measured (EX_TEMPFAIL). */
const moreToDo = 75

const peers: Readonly<Record<string, () => System>> = { postgres, sqlite, groonga, orama }
const plan = planOf(process.argv.slice(2))
if (plan.only === 'help') {
  const told = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  console.log(told.slice(told.indexOf('## Running it')).trimEnd())
  process.exit()
}
const clock = startClock(plan)
const names = ['gazetteer', ...limits.map(({ name }) => name), ...Object.keys(peers)]
const unknown = plan.systems.find((name) => !names.includes(name))
if (unknown !== undefined) throw new Error(`systems are ${names.join(', ')}, got ${unknown}`)

if (plan.only !== 'report') {
  for (const places of plan.sizes) {
    const materials = await prepare({ places, work: plan.work, data: plan.data })
    if (plan.only === 'load') await loadPeers(materials)
    else await measureSize(materials)
  }
}
if (plan.only !== 'load') {
  writeReport(plan)
  writeCharts(plan)
}
if (clock.left > 0) {
  console.log(`the minutes are over: ${clock.left} measurements are left; go on with --continue`)
  process.exitCode = moreToDo
}

async function loadPeers(materials: Materials): Promise<void> {
  await readKnown(materials)
  // A new version of the service may have to build its index anew at its first start.
  await (await gazetteer().start(materials, false)).stop()
  for (const name of plan.systems) {
    const peer = peers[name]?.()
    if (peer && peer.missing(materials.places) === undefined) await loadOnce(peer, materials)
  }
}

async function measureSize(materials: Materials): Promise<void> {
  const run = createRun(plan, clock, materials, await readKnown(materials))
  for (const name of plan.systems) {
    const limit = limits.find((one) => one.name === name)
    const peer = peers[name]?.()
    const missing = limit ? limit.missing : peer?.missing(materials.places)
    if (missing !== undefined) {
      run.keep({ system: name, about: name, places: materials.places, seed: plan.seed, missing })
    } else if (limit) {
      await measureLimit(limit, run)
    } else if (peer) {
      await loadOnce(peer, materials)
      await measureBeside(peer, run)
    } else {
      await measureService(run)
    }
  }
}
