import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { bytesOfIPv6 } from '../common/ipv6.ts'
import { type Reason, reason } from '../common/reason.ts'

/** Networks outside the global unicast of IPv4 (IANA, IPv4 Special-Purpose Address Registry; multicast; reserved). */
const inner4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]
/** Special networks within 2000::/3, the global unicast of IPv6 (IANA, IPv6 Special-Purpose Address Registry). */
const inner6 = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20']

const refused4 = blockList(inner4)
const refused6 = blockList(inner6)
const global6 = blockList(['2000::/3'])

/** IPv6 networks whose addresses lead to the IPv4 address in them, which begins at byte `at`. */
const carriers = [
  { network: blockList(['::ffff:0:0/96']), at: 12 },
  { network: blockList(['::/96']), at: 12 },
  { network: blockList(['::ffff:0:0:0/96']), at: 12 },
  { network: blockList(['64:ff9b::/96']), at: 12 },
  { network: blockList(['2002::/16']), at: 2 },
] as const

/** Builds a list of networks, such as 10.0.0.0/8, to check addresses against. */
function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}

/** The error for an address that no connection may be made to. */
export class RefusedAddress extends Error {
  readonly reason: Reason

  constructor(address: string) {
    const found = reason('address-inside', { address })
    super(found.detail)
    this.name = 'RefusedAddress'
    this.reason = found
  }
}

/** Returns all present addresses of a name. */
type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * Decides which addresses webhooks may be sent to: those of the internet, and of the networks that the operator allows.
 */
export class AddressGuard {
  readonly #allowed: BlockList
  readonly #resolve: Resolve
  /** Look-ups under way. Callers with the same name share one, since the pool that makes look-ups is small. */
  readonly #pending = new Map<string, ReturnType<Resolve>>()

  constructor(allowed: readonly string[], resolve: Resolve = (hostname) => lookup(hostname, { all: true })) {
    this.#allowed = blockList(allowed)
    this.#resolve = resolve
  }

  /** Returns true if webhooks may be sent to an IP address; an IPv4 address within an IPv6 one is checked as IPv4. */
  isAllowed(address: string): boolean {
    const [plain = ''] = address.split('%')
    const family = isIP(plain)
    if (family === 0 || plain !== address) return false
    if (this.#allowed.check(plain, family === 6 ? 'ipv6' : 'ipv4')) return true
    if (family === 4) return !refused4.check(plain)
    const carrier = carriers.find(({ network }) => network.check(plain, 'ipv6'))
    if (carrier)
      return this.isAllowed(
        bytesOfIPv6(plain)
          .slice(carrier.at, carrier.at + 4)
          .join('.'),
      )
    return global6.check(plain, 'ipv6') && !refused6.check(plain, 'ipv6')
  }

  /**
   * Throws a RefusedAddress if the host is an IP address that is not allowed; a name is checked when it is looked up.
   */
  check(hostname: string): void {
    const address = hostname.replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0 && !this.isAllowed(address)) throw new RefusedAddress(address)
  }

  /**
   * Returns the present addresses of a host, at least one; rejects with a RefusedAddress if any of them is not allowed.
   */
  async addressesOf(hostname: string): Promise<readonly LookupAddress[]> {
    const found = await this.#lookUp(hostname.replace(/^\[|\]$/g, ''))
    const refused = found.find(({ address }) => !this.isAllowed(address))
    if (refused) throw new RefusedAddress(refused.address)
    if (found.length === 0) throw new Error(`${hostname} has no address`)
    return found
  }

  #lookUp(hostname: string): ReturnType<Resolve> {
    return this.#pending.getOrInsertComputed(hostname, () =>
      this.#resolve(hostname).finally(() => this.#pending.delete(hostname)),
    )
  }
}
