import { test } from 'node:test'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { simpleRules } from './commands.ts'
import { storeContract } from './contract.ts'

const databases = await testDatabases()

if ('missing' in databases) test('PostgreSQL: the contract of stores', { skip: databases.missing }, () => {})
else {
  storeContract('PostgreSQL', async () =>
    openPostgresStore({
      url: await databases.create(),
      model: { placeTypeSchemas: {}, locale: 'sv' },
      locator: { layers: [] },
      rules: simpleRules,
    }),
  )
}
