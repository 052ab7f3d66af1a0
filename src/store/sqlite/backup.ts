import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { backup } from 'node:sqlite'
import { Problem } from '../../problem.ts'
import { openReader } from './connection.ts'

/** All pages in one step: a copy in several starts anew whenever a write comes between, and under load never ends. */
const pagesPerStep = 0x7fffffff

/**
 * Writes a consistent copy of a database that is in use to a new file, which is there only when it is whole and on
 * disk. Rejects with `conflict` when there is such a file already or the process may not write there, with `not-found`
 * when there is no such folder.
 */
export async function backupSqlite(file: string, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}.part`
  const source = openReader(file)
  try {
    const handle = await open(part, 'wx', 0o600).catch(explain)
    try {
      await backup(source, part, { rate: pagesPerStep })
      await handle.sync()
    } finally {
      await handle.close()
    }
    await publish(part, target)
  } finally {
    source.close()
    await rm(part, { force: true })
  }
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'ENOENT') throw new Problem('not-found', 'the folder of the backup file does not exist')
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) {
    throw new Problem(
      'conflict',
      'the service may not write to the folder of the backup file; name one where it may, such as its data folder',
    )
  }
  throw error
}

/** Gives the file its name, unless something has that name, and makes that durable. */
async function publish(part: string, target: string): Promise<void> {
  await link(part, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Problem('conflict', 'the backup file exists already; name one that does not')
  })
  const folder = await open(dirname(target))
  await folder.sync().finally(() => folder.close())
}
