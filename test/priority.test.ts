import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { getPriority, setPriority } from 'node:os'
import { test } from 'node:test'
import { create, openSimpleStore, temporaryFolder } from './store/commands.ts'

const skip = process.platform === 'linux' ? false : 'only on Linux threads have priorities of their own'

/** By how much each thread of this process yields (proc(5)). */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map((thread) => {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])
  })
}

test('the thread that writes yields to the one that answers, whatever the process yields by', {
  skip,
}, async (context) => {
  // Threads that Node shares among all inherit from the one that needs them first.
  await readFile('/proc/self/stat')
  for (const own of [getPriority(), Math.max(getPriority(), 17)]) {
    setPriority(own)
    const wanted = Math.min(own + 5, 19)
    const count = () => nicenesses().filter((niceness) => niceness === wanted).length
    const before = count()
    const store = await openSimpleStore(temporaryFolder(context))
    await store.write([create({ name: 'a' })])
    const after = count()
    await store.close()
    assert.equal(getPriority(), own)
    assert.equal(after - before, 1)
  }
})
