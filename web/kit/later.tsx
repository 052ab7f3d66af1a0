import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'

type Part<Props> = (props: Props) => ReactNode

/** A component that draws another when that is loaded; `load` begins with it before it is drawn. */
type Later<Props> = Part<Props> & { readonly load: () => Promise<void> }

/**
 * A part that the first view does without: `Meanwhile`, else nothing, until it is loaded, at the latest when it is first
 * drawn. Unlike what React suspends, it is there in the same drawing once it is loaded.
 */
export function later<Props extends object>(
  read: () => Promise<{ readonly default: Part<Props> }>,
  Meanwhile: Part<Props> = () => null,
): Later<Props> {
  let Loaded: Part<Props> | undefined
  let loading: Promise<void> | undefined
  const load = () => {
    loading ??= read().then(
      (module) => {
        Loaded = module.default
      },
      // Tried again when it is drawn the next time.
      () => {
        loading = undefined
      },
    )
    return loading
  }
  function Shown(props: Props) {
    const [, setLoaded] = useState(Loaded !== undefined)
    useEffect(() => {
      if (!Loaded) void load().then(() => setLoaded(true))
    }, [])
    const Drawn = Loaded ?? Meanwhile
    return <Drawn {...props} />
  }
  return Object.assign(Shown, { load })
}

/** Loads parts behind what is shown, once that has its answers and the browser nothing else to do. */
export function useLoadedBehind(...parts: readonly Pick<Later<never>, 'load'>[]): void {
  const queries = useQueryClient()
  const wanted = useRef(parts)
  useEffect(() => {
    const load = () => {
      for (const part of wanted.current) void part.load()
    }
    const look = () => {
      if (queries.isFetching() > 0) return
      forget()
      // Safari has no idle callbacks.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: idleMillisMax })
      else setTimeout(load, idleMillisMax)
    }
    const forget = queries.getQueryCache().subscribe(look)
    look()
    return forget
  }, [queries])
}

const idleMillisMax = 2000
