import type { Gazetteer } from '../../client/client.ts'

/**
 * Ends the session at the service. Returns the address at which the provider ends its own, if there is one; undefined
 * if the session continues, so that it does not appear to have ended.
 */
export async function endSession(api: Gazetteer): Promise<{ readonly location?: string | undefined } | undefined> {
  const answer = await api.POST('/auth/logout', {}).catch(() => undefined)
  const hasEnded = answer?.response.ok || answer?.response.status === 401
  return hasEnded ? { location: answer.data?.location } : undefined
}
