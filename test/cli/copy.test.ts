import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProgram } from './program.ts'

test('copy takes a record elsewhere, says its checksum, and is told in one line why it cannot', async (context) => {
  const program = await createProgram(context)
  const owner = { kind: 'owner', id: 'f1', name: 'Åsens församling' }
  await writeFile(join(program.folder, 'a.ndjson'), `${JSON.stringify(owner)}\n`)
  assert.equal((await program.run(['import', 'a.ndjson'])).status, 0)
  const [from, to] = ['sqlite:data', 'sqlite:elsewhere']
  const copied = await program.run(['copy', '--from', from, '--to', to])
  assert.equal(copied.status, 0, copied.stderr)
  assert.match(copied.stdout, /^copied 1 revisions; the same on both sides, SHA-256 [0-9a-f]{64}\n$/)
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    [from, to, /elsewhere holds a record already/],
    ['sqlite:nothere', to, /no data in .*nothere/],
    [from, 'files:x', /--to must be sqlite:<data folder> or postgres/],
    [from, 'postgres://u:secret@h:99999/x', /must name hosts as host or host:port/],
  ]
  for (const [source, target, says] of wrong) {
    const { status, stderr } = await program.run(['copy', '--from', source, '--to', target])
    assert.equal(status, 2)
    assert.match(stderr, says)
    assert.match(stderr, /^gazetteer: [^\n]+\n$/)
    assert.ok(!stderr.includes('secret'))
  }
})
