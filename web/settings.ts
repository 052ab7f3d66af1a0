/** The tiles of one file. */
export interface MapTiles {
  /** In the address of each tile, so that another file is another address. */
  readonly version: string
  readonly maxZoom: number
  /** West, south, east, north: of the ground, of the part that is exact. */
  readonly bounds: readonly [number, number, number, number]
}

/** The settings that the service writes into its page (src/http/pages/page.ts). */
export interface Settings {
  readonly version: string
  /** The locale in which the service orders names. */
  readonly locale: string
  /** A key with `read` alone, for visitors without one. */
  readonly publicKey?: string
  readonly mapStyleUrl?: string
  /**
   * The tiles of the background map, where the service has them: water and borders, towns, the borders of municipalities, and
   * streets.
   */
  readonly map: Readonly<Partial<Record<'ground' | 'towns' | 'municipalities' | 'streets', MapTiles>>>
  /** The name of the provider at which people sign in; absent: there is none. */
  readonly signIn?: string
  /** True if the browser had a session when it requested the document. */
  readonly isSignedIn?: boolean
}

const content = document.querySelector<HTMLMetaElement>('meta[name=settings]')?.content ?? '{}'
/** The settings of this page; those of a service without configuration while developing without one. */
export const settings: Settings = content.startsWith('{')
  ? JSON.parse(content)
  : { version: 'dev', locale: 'sv', isSignedIn: true, map: {} }

/** The path of the service, without a slash at its end; '' if it has none. */
export const basePath = import.meta.env.PROD
  ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname.replace(/\/$/, '')
  : ''

/** True on the map in the finder of another site, which asks as visitors do, whoever is signed in (D62). */
export const isEmbedded = settings.publicKey !== undefined && location.pathname === `${basePath}/finder-map`

/** A storage that lasts as long as the page. */
const pageStorage = {
  getItem(name: string) {
    return Object.hasOwn(this, name) ? Reflect.get(this, name) : null
  },
  setItem(name: string, value: string) {
    Reflect.set(this, name, value)
  },
  removeItem(name: string) {
    Reflect.deleteProperty(this, name)
  },
}

// In the frame of another site, a browser that blocks cookies refuses both storages with an error.
if (isEmbedded)
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: Object.create(pageStorage) })

/**
 * The prefix of the names of storage and channels; other services of the same origin have others, of which none begins
 * so: `/a` and `/a.b` are two services.
 */
export const ownPrefix = `gazetteer${basePath.replaceAll('.', '%2E')}.`
