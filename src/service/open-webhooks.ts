import { Sealer } from '../access/sealer.ts'
import type { Config } from '../config.ts'
import { keyOfFolder } from '../store/data-folder.ts'
import type { Store } from '../store/store.ts'
import { AddressGuard } from '../webhooks/address-guard.ts'
import type { DeliveryContext, WebhookLimits } from '../webhooks/delivery.ts'
import { Transport } from '../webhooks/transport.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import type { EventFilters } from './event-filters.ts'
import type { Events } from './events.ts'
import type { OpenRecord } from './open-record.ts'
import type { Replica } from './replica.ts'

/** The parts of webhooks. */
export interface WebhookParts extends Pick<DeliveryContext, 'clock' | 'command' | 'onAttempt' | 'onDeadLetter'> {
  readonly record: OpenRecord
  readonly events: Pick<Events, 'next'>
  readonly filters: EventFilters
  readonly replica: { readonly watermark: Pick<Replica['watermark'], 'revision'> } & Pick<Replica, 'nextCommit'>
  readonly onFault: DeliveryContext['onFault']
  readonly limits?: Partial<WebhookLimits> | undefined
}

/** Webhooks as configured, which are not sent to yet. */
export function openWebhooks(config: Config, { record, events, filters, replica, ...parts }: WebhookParts): Webhooks {
  const { store, keys, endpoints } = record
  // Only when it is wanted first, since that may make the key of the folder.
  let sealer: Sealer | undefined
  return new Webhooks({
    ...parts,
    ...{ store, keys, endpoints },
    transport: new Transport(new AddressGuard(config.webhookAllow), { takesHttp: config.webhookHttp }),
    sealer: () => (sealer ??= sealerOf(config)),
    source: eventSource(config, store),
    faultOfFilter: (filter, key) => filters.faultOf(filter, key),
    next: (wanted, caller) => events.next(wanted, caller),
    watermark: () => replica.watermark.revision,
    nextCommit: (signal) => replica.nextCommit(signal),
  })
}

/** Replicas have no folder in common, so they need a key from the configuration. */
function sealerOf({ secretsKey, databaseUrl, dataDir }: Config): Sealer | undefined {
  const key = secretsKey ?? (databaseUrl === undefined ? keyOfFolder(dataDir) : undefined)
  return key === undefined ? undefined : new Sealer(key, 'webhook secrets')
}

/** Returns the `source` of events. */
export function eventSource({ publicUrl }: Pick<Config, 'publicUrl'>, { historyId }: Pick<Store, 'historyId'>): string {
  return publicUrl ?? `urn:uuid:${historyId}`
}
