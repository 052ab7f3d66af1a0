// Installs what package-lock.json names where that is missing or stale. Runs on the Node that the machine has (20 or
// newer) before the Node of this project is there, so it uses nothing but what every Node has.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const present = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''

if (present !== wanted) {
  process.stderr.write('Installing the packages of package-lock.json (once, some 20 seconds)…\n')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    process.stderr.write('npm ci failed; the lines above say why. Nothing was started.\n')
    process.exit(status ?? 1)
  }
  writeFileSync(stamp, wanted)
}
