import { type Client, client } from './client.ts'
import { type StartOptions, startService } from './service.ts'

export interface VisitorOptions extends StartOptions {
  readonly dataDir: string
  /** Permissions of the key of visitors. */
  readonly permissions?: readonly string[]
}

/**
 * Returns the options of a service that is open to visitors. A first service on the same data makes the key of visitors and
 * runs `prepare`.
 */
export async function openToVisitors(
  prepare: (admin: Client) => Promise<void>,
  { permissions = ['read'], ...options }: VisitorOptions,
): Promise<StartOptions> {
  const service = await startService(options)
  const admin = client(service.url, service.adminKey)
  await prepare(admin)
  const { body } = await admin.post<{ key: string }>('/v4/keys', { name: 'visitors', permissions })
  await service.close()
  return { ...options, env: { ...options.env, PUBLIC_KEY: body.key } }
}
