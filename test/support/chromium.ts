import { existsSync, statfsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { installPackages } from './debian.ts'

/** Chromium without windows: a page costs a third of the CPU time that it costs in the whole browser. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/** Where a Chromium usually is; CHROMIUM says where else. */
const places = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

const flags = [
  // Root has no sandbox; and WebGL is drawn in software, so that the map is there on every machine.
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // The page around the map is put together without WebGL, which in software took a third of the time of all tests of it.
  '--disable-gpu-compositing',
  // No page of a test lives long enough to win back what optimising its code costs: a third of the time of a load.
  // Nor is it long enough to be worth throwing away what was compiled, or to collect in several threads.
  '--js-flags=--no-opt --no-maglev --no-flush-bytecode --single-threaded-gc --min-semi-space-size=32 --max-semi-space-size=64',
  // All pages of a window share a process, and with it what was compiled.
  '--renderer-process-limit=1',
  '--disable-quic',
  // Other hosts do not exist, whatever the network of the machine: a lookup that is not answered would hold a page up.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function findChromium(): string | undefined {
  return [process.env.CHROMIUM ?? '', ...places].find((file) => file !== '' && existsSync(file))
}

/** Whether Chromium can share memory as it does by itself; Playwright has it share files, which are written to the disk. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 2 ** 30
}

export const noChromium = 'no Chromium: install one, or let CHROMIUM say where it is'

/** A browser without windows, or undefined where there is none and none can be installed. */
export async function launchChromium(): Promise<Browser | undefined> {
  if (!findChromium()) installPackages(['chromium-headless-shell'])
  const executablePath = findChromium()
  const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : []
  return executablePath === undefined ? undefined : chromium.launch({ executablePath, args: flags, ignoreDefaultArgs })
}
