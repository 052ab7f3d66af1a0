#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What is compiled is kept for the next start, which makes a command start in half the time. It lies beside the packages,
// where only those can write who may change the program too; where nobody can, nothing is kept.
const kept = process.env.NODE_COMPILE_CACHE ?? join(import.meta.dirname, '../node_modules/.cache/gazetteer')
enableCompileCache(kept)
// Threads take it from here.
process.env.NODE_COMPILE_CACHE = kept

// Loaded after that, so that it is kept too.
const { runProgram } = await import('./program.ts')
process.exitCode = await runProgram()
