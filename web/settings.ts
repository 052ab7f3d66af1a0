/** What the service tells its page (src/http/page.ts). */
export interface Settings {
  readonly version: string
  /** The locale in which the service orders names. */
  readonly locale: string
  /** A key with `read` alone, for visitors without one. */
  readonly publicKey?: string
  readonly mapStyleUrl?: string
  /** What the provider is called at which people sign in; absent: there is none. */
  readonly signIn?: string
}

const content = document.querySelector<HTMLMetaElement>('meta[name=settings]')?.content ?? '{}'
/** The settings of this page; those of a service without configuration while developing without one. */
export const settings: Settings = content.startsWith('{') ? JSON.parse(content) : { version: 'dev', locale: 'sv' }

/** The nonce that styles need, as the policy of this page says. */
export const styleNonce = document.querySelector<HTMLElement>('[nonce]')?.nonce ?? ''

/** Where the service begins: without a slash at its end, '' when it has no path of its own. */
export const basePath = import.meta.env.PROD
  ? new URL(/* @vite-ignore */ '..', import.meta.url).pathname.replace(/\/$/, '')
  : ''

/**
 * What the names of storage and channels begin with; other services of the same origin have others, of which none begins
 * so: `/a` and `/a.b` are two services.
 */
export const ownPrefix = `gazetteer${basePath.replaceAll('.', '%2E')}.`
