import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../support/processes.ts'
import { readCorpus } from '../corpus.ts'
import type { Asked } from '../questions.ts'
import { type System, together } from '../system.ts'

const script = join(import.meta.dirname, '../servers/bare-server.ts')
const pagesKept = 2_000
const pagePlaces = 100

/** The limit: a bare `node:http` server that sends places and pages that were put together before it started. */
export function bare(): System {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-peer-'))
  const file = join(folder, 'documents.json')
  return {
    name: 'bare',
    missing: () => undefined,
    async load(corpus) {
      const started = performance.now()
      const shown: { id: string; document: string }[] = []
      let total = 0
      for await (const row of readCorpus(corpus)) {
        if (row.partial || row.deleted || row.published === undefined || row.published > Date.now()) continue
        if (row.depublished !== undefined && row.depublished <= Date.now()) continue
        total++
        if (shown.length < pagesKept * pagePlaces) shown.push(row)
      }
      const pages: string[] = []
      for (let at = 0; at + pagePlaces <= shown.length && pages.length < pagesKept; at += pagePlaces) {
        pages.push(
          shown
            .slice(at, at + pagePlaces)
            .map(({ document }) => document)
            .join(),
        )
      }
      writeFileSync(file, JSON.stringify({ total, pages }))
      return (performance.now() - started) / 1000
    },
    async start() {
      return together(await startServer({ script: [script], environment: { DOCUMENTS: file }, readyPath: '/page/0' }))
    },
    pathOf: (asked) => (isFirstPage(asked) ? `/page/${asked.offset}` : undefined),
  }
}

/** It searches nothing: it can only be asked for pages of neighbours. */
function isFirstPage(asked: Asked): boolean {
  const { limit, offset, ...conditions } = asked
  return Object.keys(conditions).length === 0 && limit === pagePlaces && offset === 0
}
