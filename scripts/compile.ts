// Writes `dist/`, the program of the package: its modules without types, which Node does not strip below node_modules. Lines and
// columns stay as they are in the sources.
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const [from, to] = ['src', 'dist'].map((folder) => resolve(import.meta.dirname, '..', folder)) as [string, string]

rmSync(to, { recursive: true, force: true })
for (const file of globSync('**/*.*', { cwd: from })) {
  const [source, target] = [join(from, file), join(to, file)]
  mkdirSync(dirname(target), { recursive: true })
  if (!file.endsWith('.ts')) copyFileSync(source, target)
  else writeFileSync(target.replace(/\.ts$/, '.js'), compiled(readFileSync(source, 'utf8')))
}

/** Returns a module in JavaScript, in which relative addresses of modules name compiled ones. */
function compiled(text: string): string {
  return stripTypeScriptTypes(text).replaceAll(/(?<=(['"])\.{1,2}\/[^'"\n]*)\.ts(?=\1)/g, '.js')
}
