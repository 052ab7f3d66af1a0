import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Part<Props> = (props: Props) => ReactNode

/** A component loaded on demand. `load` starts loading before the first render. */
type Later<Props> = Part<Props> & { readonly load: () => Promise<void> }

interface Instead<Props> {
  /** Rendered while it loads; nothing by default. */
  readonly Meanwhile?: Part<Props>
  /** Rendered if loading failed, for components that somebody asked for. */
  readonly Failed?: Part<Props>
}

/**
 * A component that the first view does not need. It loads on first render at the latest; until then `Meanwhile` or
 * nothing appears. Unlike a suspended component, it appears in the same render once it is loaded.
 */
export function later<Props extends object>(
  read: () => Promise<Part<Props>>,
  { Meanwhile = () => null, Failed = Meanwhile }: Instead<Props> = {},
): Later<Props> {
  let Loaded: Part<Props> | undefined
  let loading: Promise<void> | undefined
  const load = () => {
    loading ??= read().then(
      (part) => {
        Loaded = part
      },
      () => {
        loading = undefined
      },
    )
    return loading
  }
  function Shown(props: Props) {
    const [state, setState] = useState<'awaited' | 'failed' | 'loaded'>(Loaded ? 'loaded' : 'awaited')
    const isLoaded = state === 'loaded'
    useEffect(() => {
      if (isLoaded) return
      let timer: ReturnType<typeof setTimeout> | undefined
      let isGone = false
      const look = async () => {
        await load()
        if (isGone) return
        setState(Loaded ? 'loaded' : 'failed')
        if (!Loaded) timer = setTimeout(look, retryMillis)
      }
      void look()
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }, [isLoaded])
    const Drawn = Loaded ?? (state === 'failed' ? Failed : Meanwhile)
    return <Drawn {...props} />
  }
  return Object.assign(Shown, { load })
}

/** Opens a dialog that is loaded on demand. It is mounted before it opens, so that the button gets the focus back. */
export function useOpening({ load }: Pick<Later<never>, 'load'>) {
  const [isOpened, setOpened] = useState<boolean>()
  const prepare = () => void load()
  const open = async () => {
    await load()
    flushSync(() => setOpened((isOpened) => isOpened ?? false))
    setOpened(true)
  }
  return {
    /** Undefined until it is first opened. */
    isOpened,
    close: () => setOpened(false),
    /** Handlers for the button. */
    opening: { onClick: () => void open(), onMouseEnter: prepare, onFocus: prepare },
  }
}

/** A browser may cache its failure until the page is reloaded; other browsers succeed after a while. */
const retryMillis = 5000

/** Loads components in the background, once the view is complete and the browser is idle. */
export function useLoadedBehind(...parts: readonly Pick<Later<never>, 'load'>[]): void {
  const queries = useQueryClient()
  const wanted = useRef(parts)
  useEffect(() => {
    const load = () => {
      for (const part of wanted.current) void part.load()
    }
    const look = () => {
      const isWaiting = queries.isFetching() > 0 || document.querySelector('main [data-pending]') !== null
      if (isWaiting) timer = setTimeout(look, lookMillis)
      // Safari has no idle callbacks.
      else if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: idleMillisMax })
      else timer = setTimeout(load, idleMillisMax)
    }
    let timer = setTimeout(look, lookMillis)
    return () => clearTimeout(timer)
  }, [queries])
}

const lookMillis = 100
const idleMillisMax = 2000
