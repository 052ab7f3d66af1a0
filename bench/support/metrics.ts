import type { ServerProcess } from './processes.ts'
import { benchKey } from './world.ts'

/** The metrics of a service, as it tells them to Prometheus. */
export async function metricsOf({ url }: ServerProcess): Promise<string> {
  return (await fetch(`${url}/metrics`, { headers: { 'X-API-Key': benchKey } })).text()
}

/** The value of one that has no labels, or of the first one. */
export function gauge(metrics: string, name: string): number {
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(metrics)?.[1]
  if (value === undefined) throw new Error(`the metrics have no ${name}`)
  return Number(value)
}
