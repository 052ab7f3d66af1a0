import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

type Part<Props> = (props: Props) => ReactNode

/** Reads a part that is made of parts of Mantine, with what these need around them. */
export function withMantine<Props extends object>(read: () => Promise<Part<Props>>): () => Promise<Part<Props>> {
  return async () => {
    const [Drawn, { Mantine }] = await Promise.all([read(), import('./mantine.tsx')])
    return (props) => (
      <Mantine>
        <Drawn {...props} />
      </Mantine>
    )
  }
}

/** A component that draws another when that is loaded; `load` begins with it before it is drawn. */
type Later<Props> = Part<Props> & { readonly load: () => Promise<void> }

interface Instead<Props> {
  /** What is drawn until it is loaded; nothing where nothing is said. */
  readonly Meanwhile?: Part<Props>
  /** What is drawn where loading it failed: for parts that somebody has asked for. */
  readonly Failed?: Part<Props>
}

/**
 * A part that the first view does without: something else, else nothing, until it is loaded, at the latest when it is
 * first drawn. Unlike what React suspends, it is there in the same drawing once it is loaded.
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

/** Opens a dialog that is loaded for it. It is there before it opens: so the button that opens it gets the focus back. */
export function useOpening({ load }: Pick<Later<never>, 'load'>) {
  const [isOpened, setOpened] = useState<boolean>()
  const prepare = () => void load()
  const open = async () => {
    await load()
    flushSync(() => setOpened((isOpened) => isOpened ?? false))
    setOpened(true)
  }
  return {
    /** Undefined until it is opened for the first time. */
    isOpened,
    close: () => setOpened(false),
    /** What the button does. */
    opening: { onClick: () => void open(), onMouseEnter: prepare, onFocus: prepare },
  }
}

/** A browser may keep to its failure until the page is loaded again; others find what is there by then. */
const retryMillis = 5000

/** Loads parts behind what is shown, once that is complete and the browser has nothing else to do. */
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
