import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D33: ascending by default, - reverses, several keys in order of precedence', async () => {
  const here = api.scene()
  const at = (name: string, city: string) => ({ name, visitingInfo: { city } })
  await here.addAll(at('A', 'Y'), at('B', 'X'), at('C', 'Y'))
  assert.deepEqual(await here.names('orderby=name'), ['A', 'B', 'C'])
  assert.deepEqual(await here.names('orderby=name-'), ['C', 'B', 'A'])
  assert.deepEqual(await here.names('orderby=visitinginfo_city,name-'), ['B', 'C', 'A'])
  assert.deepEqual(await here.names('orderby=visitinginfo_city-,name'), ['A', 'C', 'B'])
})

test('D33: missing values come last in both directions, of every kind', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'none' },
    {
      name: 'low',
      visitingInfo: { city: 'A' },
      placeDetails: { hasWifi: false },
      contactInfo: { phone: { AreaCode: 8 } },
      depublished: '2030-01-01',
    },
    {
      name: 'high',
      visitingInfo: { city: 'Ö' },
      placeDetails: { hasWifi: true },
      contactInfo: { phone: { AreaCode: 18 } },
      depublished: '2031-01-01',
    },
  )
  for (const field of ['visitinginfo_city', 'placedetails_haswifi', 'contactinfo_phone_areacode', 'depublished']) {
    assert.deepEqual(await here.names(`orderby=${field}`), ['low', 'high', 'none'], field)
    assert.deepEqual(await here.names(`orderby=${field}-`), ['high', 'low', 'none'], field)
  }
})

test('D33: strings order as names do: in Swedish, case ignored', async () => {
  const here = api.scene()
  const cities = ['Åre', 'zon', 'Ystad', 'Öja', 'Älmhult', 'abo', 'Abo']
  for (const city of cities) await here.add({ name: city, visitingInfo: { city } })
  const order = await here.names('orderby=visitinginfo_city')
  assert.deepEqual(order.slice(2), ['Ystad', 'zon', 'Åre', 'Älmhult', 'Öja'])
  assert.deepEqual(order.slice(0, 2), ['abo', 'Abo'], 'equal but for case, so by id')
})

test('D33: numbers order by value', async () => {
  const here = api.scene()
  for (const number of [10, 9, -5, 100]) {
    await here.add({ name: `${number}`, contactInfo: { phone: { Number: number } } })
  }
  assert.deepEqual(await here.names('orderby=contactinfo_phone_number'), ['-5', '9', '10', '100'])
})

test('D33: instants order by time', async () => {
  const here = api.scene()
  for (const published of ['2025-01-01T00:30+01:00', '2025-01-01T00:00Z', '1999-01-01']) {
    await here.add({ name: published, published })
  }
  assert.deepEqual(await here.names('orderby=published'), ['1999-01-01', '2025-01-01T00:30+01:00', '2025-01-01T00:00Z'])
})

test('D33: created, slug, id and derived fields are taken', async () => {
  const here = api.scene()
  const places = await here.addAll('B', 'A')
  const ids = places.map(({ id }) => id).sort()
  const found = async (orderby: string) => accepted(await here.search({ orderby })).Results.map(({ id }) => id)
  assert.deepEqual(await found('id'), ids)
  assert.deepEqual(await found('id-'), [...ids].reverse())
  assert.deepEqual(await here.names('orderby=slug-'), ['B', 'A'])
  assert.deepEqual(await here.names('orderby=created,name'), ['A', 'B'])
  assert.deepEqual(await here.names('orderby=owner_name,geolocationinfo_country,parent_name,name-'), ['B', 'A'])
})

test('D33: texts order by their first 200 characters', async () => {
  const here = api.scene()
  const same = 'x'.repeat(200)
  const places = await here.addAll(
    { name: '1', placeDetails: { info: `${same}b` } },
    { name: '2', placeDetails: { info: `${same}a` } },
    { name: '3', placeDetails: { info: `${same.slice(1)}a` } },
  )
  const [first, second] = places
  const tied = [first, second].sort((one, other) => ((one?.id ?? '') < (other?.id ?? '') ? -1 : 1))
  const order = await here.names('orderby=placedetails_info')
  assert.deepEqual(order, ['3', ...tied.map((place) => place?.name)])
})

test('D33: an unknown field, one of a list, or longdescription is 400', async () => {
  const wrong = [
    'nothing',
    'longdescription',
    'categories_id',
    'media_links_title',
    'geolocation',
    'owner',
    'name--',
    '-name',
  ]
  for (const orderby of [...wrong, 'name,,slug', 'name,-', '__proto__', 'placedetails_hastoilett']) {
    const answer = await api.admin.get(`/place?orderby=${orderby}`)
    if (orderby === 'name,,slug' && answer.status === 200) continue
    refused(answer, 400, /orderby|order/)
  }
  refused(await api.admin.get('/place?orderby=placedetails_hastoilett'), 400, /placedetails_hastoilet\b/)
})

test('D33: a field twice is 400, in either direction and case', async () => {
  for (const orderby of ['name,name', 'name,name-', 'name,slug,NAME']) {
    refused(await api.admin.get(`/place?orderby=${orderby}`), 400, /name/)
  }
})

test('D33: distance without nearby and relevance without q are 400', async () => {
  refused(await api.admin.get('/place?orderby=distance'), 400, /nearby/)
  refused(await api.admin.get('/place?orderby=name,relevance-'), 400, /\bq\b/)
  accepted(await api.admin.get('/place?orderby=distance-&nearby=17,59'))
  accepted(await api.admin.get('/place?orderby=relevance-,name&q=x'))
})

test('D33: relevance- gives the best last', async () => {
  const here = api.scene()
  await here.addAll('Sol', 'Solen', { name: 'X', longDescription: 'sol' })
  assert.deepEqual(await here.names('q=sol&orderby=relevance'), ['Sol', 'Solen', 'X'])
  assert.deepEqual(await here.names('q=sol&orderby=relevance-'), ['X', 'Solen', 'Sol'])
})

test('D33: pages of an order fit together', async () => {
  const here = api.scene()
  for (let n = 0; n < 12; n++) await here.add({ name: `P${n}`, placeDetails: { hasCafe: n % 2 === 0 } })
  const whole = await here.names('orderby=placedetails_hascafe-,name-')
  const pages = []
  for (let offset = 0; offset < 12; offset += 5) {
    pages.push(...(await here.names(`orderby=placedetails_hascafe-,name-&limit=5&offset=${offset}`)))
  }
  assert.deepEqual(pages, whole)
  assert.equal(whole[0], 'P8')
})
