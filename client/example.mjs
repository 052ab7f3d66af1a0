// Prints the names of the first places that a search finds:
//   node client/example.mjs http://localhost:8080 KEY kyrka
import { createGazetteer } from 'gazetteer/client'

const [url = 'http://localhost:8080', key = '', q = ''] = process.argv.slice(2)
const gazetteer = createGazetteer({ url, key })
const { data, error } = await gazetteer.GET('/place', { params: { query: { q, limit: 5, expand: ['owner'] } } })

if (error) throw new Error(error.detail)
console.log(`${data.TotalHits} places`)
for (const { name, owner } of data.Results) console.log(`${name} (${owner.name})`)
