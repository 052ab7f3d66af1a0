import type { Config } from '../config.ts'
import { ReadingAhead } from '../index/snapshot/reading-ahead.ts'
import type { Service, ServiceOptions } from './running-service.ts'

/**
 * Opens everything and listens; resolves when searches can be answered and the demo, where asked for, is loaded. Loading
 * the program takes about as long as reading a snapshot of a million places, so both are done at the same time.
 */
export async function openService(config: Config, options: Omit<ServiceOptions, 'ahead'>): Promise<Service> {
  const ahead = config.search === 'memory' ? ReadingAhead.begin(config.dataDir) : undefined
  try {
    const { runService } = await import('./running-service.ts')
    return await runService(config, { ...options, ahead })
  } finally {
    ahead?.end()
  }
}
