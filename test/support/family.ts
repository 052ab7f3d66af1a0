// Starts a process of each kind, prints the number of each and its own, and stays until it is killed. What they write goes
// into the folder FAMILY.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startKept, startNode } from './child.ts'
import { findPrograms } from './postgres/install.ts'
import { startServer } from './postgres/server.ts'
import { startProcess } from './process.ts'
import { receiverArgs } from './webhook-receiver.ts'

async function serve(name: string) {
  const folder = join(process.env.FAMILY ?? '', name)
  mkdirSync(folder)
  return startProcess({ after() {} }, folder)
}

const [service, paused] = await Promise.all([serve('service'), serve('paused')])
paused.pause()
const receiver = startNode(receiverArgs)
await receiver.message('it listens')
const [tool] = await startKept(['sh', '-c', 'echo $$; exec sleep 1000000']).printed(/\d+/)
const programs = findPrograms()
const server = programs === undefined ? [] : [(await startServer({ programs })).pid()]
const children = [service, paused, receiver].map((child) => child.process.pid)
console.log(`family ${JSON.stringify([process.pid, ...children, Number(tool), ...server])}`)
