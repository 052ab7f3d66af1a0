import { existsSync } from 'node:fs'
import { runTool } from './child.ts'

/** Installing PostgreSQL fetches some 60 MB. */
const installMillisMax = 300_000

/** Installs packages of Debian where that can be had without asking anybody; returns why not, or undefined. */
export function installPackages(packages: readonly string[]): string | undefined {
  if (process.getuid?.() !== 0) return 'only root could install it'
  if (!existsSync('/etc/debian_version')) return 'this is no Debian, where it could be installed'
  process.stderr.write(`Installing ${packages.join(' ')} for the tests (once)…\n`)
  const options = ['-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
  const run = (args: readonly string[]) =>
    runTool('apt-get', args, {
      timeout: installMillisMax,
      // Tests start servers of their own; those that Debian starts would only take memory and ports.
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
    })
  if (run(['install', ...options, ...packages]).status === 0) return undefined
  // The lists of packages may be old.
  run(['update', '-qq'])
  const { status, stderr } = run(['install', ...options, ...packages])
  return status === 0 ? undefined : `apt-get could not install it: ${stderr}`
}
