import type { Logger } from 'pino'
import type { Caller } from '../access/access.ts'
import { Sealer } from '../access/sealer.ts'
import type { Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { AddressGuard } from '../webhooks/guard.ts'
import type { EventsPage, EventsWanted, Sending } from '../webhooks/sending.ts'
import { Transport } from '../webhooks/transport.ts'
import { Webhooks } from '../webhooks/webhooks.ts'
import { type Events, eventTypes } from './events.ts'
import type { OpenRecord } from './record.ts'
import type { Replica } from './replica.ts'
import { keyOfFolder } from './sign-in.ts'

/** What webhooks are made over. */
export interface WebhookParts extends Pick<Sending, 'clock' | 'command' | 'onAttempt' | 'onDeadLetter'> {
  readonly record: OpenRecord
  readonly events: Events
  readonly replica: Pick<Replica, 'watermark' | 'nextCommit'>
  readonly logger: Logger
}

/** Webhooks as configured, which are not sent to yet. */
export function openWebhooks(config: Config, { record, events, replica, logger, ...parts }: WebhookParts): Webhooks {
  const { store, keys, endpoints } = record
  // Only when it is wanted first, since that may make the key of the folder.
  let sealer: Sealer | undefined
  return new Webhooks({
    ...parts,
    ...{ store, keys, endpoints },
    transport: new Transport(new AddressGuard(config.webhookAllow), { takesHttp: config.webhookHttp }),
    sealer: () => (sealer ??= sealerOf(config)),
    source: eventSource(config, store),
    eventTypes,
    faultOfFilter: (filter, key) => events.faultOfFilter(filter, key),
    events: (wanted, caller) => sentBy(events, wanted, caller),
    watermark: () => replica.watermark.revision,
    nextCommit: (signal) => replica.nextCommit(signal),
    onFault: (what, error) => logger.warn({ ...(error !== undefined && { err: error }) }, what),
  })
}

/** Replicas have no folder in common, so they need a key from the configuration. */
function sealerOf({ secretsKey, databaseUrl, dataDir }: Config): Sealer | undefined {
  const key = secretsKey ?? (databaseUrl === undefined ? keyOfFolder(dataDir) : undefined)
  return key === undefined ? undefined : new Sealer(key, 'webhook secrets')
}

/** Events as they are sent. */
async function sentBy(events: Events, wanted: EventsWanted, caller: Caller): Promise<EventsPage> {
  const page = await events.events(wanted, caller)
  return {
    revision: page.revision,
    events: page.events.map((event) => ({
      id: event.id,
      revision: event.data.revision,
      ...(event.type !== 'gazetteer.directory.changed' && { place: event.subject }),
      time: Date.parse(event.time),
      body: JSON.stringify(event),
    })),
  }
}

/** What events say that they come from. */
export function eventSource({ publicUrl }: Pick<Config, 'publicUrl'>, { historyId }: Pick<Store, 'historyId'>): string {
  return publicUrl ?? `urn:uuid:${historyId}`
}
