// Prints the names of the first places that a search finds:
//   node client/example.mjs http://localhost:8080 KEY kyrka
import { createGazetteer } from 'gazetteer/client'

const [url, key, q = ''] = process.argv.slice(2)
if (url === undefined || key === undefined) stop('usage: node client/example.mjs URL KEY [WORDS]')
const gazetteer = createGazetteer({ url, key })
const query = { q, limit: 5, expand: ['owner'] }
const { data, error } = await gazetteer
  .GET('/place', { params: { query } })
  .catch((fault) => stop(`${url}: ${fault.cause ?? fault}`))
if (error) stop(error.detail)
console.log(`${data.TotalHits} places`)
for (const { name, owner } of data.Results) console.log(`${name} (${owner.name})`)

function stop(message) {
  console.error(message)
  process.exit(1)
}
