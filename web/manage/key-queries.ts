import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { notifyFault } from '../kit/notify.ts'
import { useFailureText } from '../kit/use-failure-text.ts'
import { useSession } from '../session/session.tsx'

/** A key without its secret, as the list of keys has it. */
export type AccessKey = operations['getKeys']['responses'][200]['content']['application/json'][number]
/** A key with its secret, which is told this once. */
export type NewKey = operations['postKeys']['responses'][201]['content']['application/json']
/** What a new key is to be. */
export type KeyBody = NonNullable<operations['postKeys']['requestBody']>['content']['application/json']

const queryKey = ['keys']

/** The keys of the service, by name. */
export function useKeys() {
  const { api } = useSession()
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<readonly AccessKey[]> => {
      const keys = await answered<AccessKey[]>(api.GET('/keys', { signal }))
      return keys.toSorted((one, other) => one.name.localeCompare(other.name))
    },
  })
}

/** Making a key; refusals are for the form that asked. */
export function useCreateKey() {
  const { api } = useSession()
  const queries = useQueryClient()
  return useMutation({
    // A secret must not stay in memory once it has been shown.
    gcTime: 0,
    mutationFn: (body: KeyBody): Promise<NewKey> => answered(api.POST('/keys', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  })
}

/** Giving a key a new secret. */
export function useRotateKey() {
  const { api } = useSession()
  const failureText = useFailureText()
  return useMutation({
    gcTime: 0,
    mutationFn: (id: string): Promise<NewKey> => answered(api.POST('/keys/{id}/rotate', { params: { path: { id } } })),
    onError: (error) => notifyFault(failureText(error)),
  })
}

/** Revoking a key; whoever revokes the one in use is logged out. */
export function useRevokeKey() {
  const { api, caller, logOut } = useSession()
  const queries = useQueryClient()
  const failureText = useFailureText()
  return useMutation({
    mutationFn: (id: string) => answered(api.DELETE('/keys/{id}', { params: { path: { id } } })),
    onSuccess: (_, id) => (id === caller?.id ? logOut() : queries.invalidateQueries({ queryKey })),
    onError: (error) => notifyFault(failureText(error)),
  })
}
