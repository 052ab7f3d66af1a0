import type { SystemResult } from '../result.ts'

/** The systems in the order in which they are told, with their names in words. */
export const systemNames: Readonly<Record<string, string>> = {
  gazetteer: 'Gazetteer',
  postgres: 'PostgreSQL + PostGIS',
  sqlite: 'SQLite',
  groonga: 'Groonga',
  orama: 'Orama',
  bare: 'bare node:http',
  nginx: 'nginx',
}

/** Whether a system searches, unlike those that only send bytes. */
export function isPeer({ system }: SystemResult): boolean {
  return system !== 'gazetteer' && system !== 'bare' && system !== 'nginx'
}
