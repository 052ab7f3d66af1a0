import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, client, refused, validPlace } from '../support/client.ts'
import { administer, testDatabases } from '../support/postgres/databases.ts'
import { startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const databases = await testDatabases()
const skip = 'missing' in databases && databases.missing

test('a service stops although the tables of its search cannot be filled anew', {
  skip,
  timeout: 60_000,
}, async () => {
  assert.ok(!('missing' in databases))
  const url = await databases.create()
  const service = await startService({ env: { DATABASE_URL: url, SEARCH: 'database' } })
  const replica = client(service.url, service.adminKey)
  accepted(await replica.put('/place', validPlace()), 201)
  // As after a failover to a server that has nothing yet, and that then takes no writes.
  await administer(
    url,
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     do $$ begin
       execute format('create trigger refuse before update on %s for each row execute function refuse()',
         (select oid::regclass from pg_class where relname like 'search_position_%' and relkind = 'r'));
     end $$;
     delete from place; delete from journal; update journal_end set revision = 0, mark = 0`,
  )
  await until('it is noticed', async () => (await replica.get('/place')).status === 503)
  refused(await replica.get('/health/ready'), 503, /history of the record has changed/)
  await until('it was tried', () => service.logged.some((line) => line.includes('could not follow the record')))
  await service.close()
})
