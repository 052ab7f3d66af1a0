/** The provider brings no types; the tests need no more than these. */
declare module 'oidc-provider' {
  import type { Server } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    listen(port: number, host: string): Server
  }
}
