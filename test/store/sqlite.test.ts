import { openSimpleStore, temporaryFolder } from './commands.ts'
import { storeContract } from './contract.ts'

storeContract('SQLite', (context) => openSimpleStore(temporaryFolder(context)))
