import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { JobRunner } from './job.ts'

/** One change of many places at a time, whatever view is shown. */
let known: JobRunner | undefined
function runner(): JobRunner {
  known ??= new JobRunner(sessionStorage)
  return known
}

/** The change of many places that is under way or was left, and how to begin, stop and continue it. */
export function useJob() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const job = useSyncExternalStore(runner().subscribe, runner().job)
  const run = useCallback(async () => {
    await runner().run({ api, updatedBy: name })
    void forgetPlaces(queries)
  }, [api, name, queries])
  return { job, run, runner: runner() }
}
