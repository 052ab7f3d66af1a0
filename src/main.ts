#!/usr/bin/env node
import { useLargePages } from './start/large-pages.ts'

// Before anything else is loaded, since it would be loaded once more.
if (process.argv[2] === 'serve') useLargePages()

const { runProgram } = await import('./program.ts')
process.exitCode = await runProgram(process.argv.slice(2))
