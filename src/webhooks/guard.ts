import { type LookupAddress, lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { bytesOfIPv6 } from '../common/ipv6.ts'

/** What everything outside the global unicast of IPv4 is (IANA, IPv4 Special-Purpose Address Registry; multicast; reserved). */
const inner4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24', '192.168.0.0/16', '192.175.48.0/24'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
]
/** What of 2000::/3, the global unicast of IPv6, is special (IANA, IPv6 Special-Purpose Address Registry). */
const inner6 = ['2001::/23', '2001:db8::/32', '2620:4f:8000::/48', '3fff::/20']

const refused4 = blockList(inner4)
const refused6 = blockList(inner6)
const global6 = blockList(['2000::/3'])

/** IPv6 addresses that lead to the IPv4 address in them: from which of their bytes on it is, and where others are not served. */
const carriers = [
  { network: blockList(['::ffff:0:0/96']), at: 12 },
  { network: blockList(['::/96']), at: 12 },
  { network: blockList(['::ffff:0:0:0/96']), at: 12 },
  { network: blockList(['64:ff9b::/96']), at: 12 },
  { network: blockList(['2002::/16']), at: 2 },
] as const

/** Networks, such as 10.0.0.0/8, by which addresses are looked up. */
export function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return list
}

/** The address that a connection would not be made to. */
export class RefusedAddress extends Error {
  constructor(address: string) {
    super(`the address ${address} is not one of the internet; WEBHOOK_ALLOW may name its network`)
    this.name = 'RefusedAddress'
  }
}

/** Decides which addresses webhooks may be sent to: those of the internet, and of the networks that the operator allows. */
export class AddressGuard {
  readonly #allowed: BlockList

  constructor(allowed: readonly string[]) {
    this.#allowed = blockList(allowed)
  }

  /** Whether webhooks may be sent to an IP address; an IPv4 address in one of IPv6 is looked at as what it is. */
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

  /** Refuses the host of an address where it is an IP address that is not allowed; a name is judged when it is looked up. */
  check(hostname: string): void {
    const address = hostname.replace(/^\[|\]$/g, '')
    if (isIP(address) !== 0 && !this.isAllowed(address)) throw new RefusedAddress(address)
  }

  /**
   * Looks a name up for a connection, which is then made to the addresses that were judged and to no others. One that is
   * not allowed refuses them all.
   */
  readonly lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, [])
      const refused = found.find(({ address }) => !this.isAllowed(address))
      if (refused) return callback(new RefusedAddress(refused.address), [])
      const [first] = found
      if (first === undefined) return callback(new Error(`${hostname} has no address`), [])
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}
