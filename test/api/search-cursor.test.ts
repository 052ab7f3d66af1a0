import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, type Client, type PageAnswer, type PlaceAnswer, pointAt, refused } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

/** The addresses of the pages beside one, by their relation. */
function linksOf({ headers }: { readonly headers: Headers }): Readonly<Record<string, string>> {
  const links = [...(headers.get('link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)]
  return Object.fromEntries(links.map(([, href = '', rel = '']) => [rel, href]))
}

/** The names on each page that links lead to from an address, and the address of the last one. */
async function walk(path: string, rel: string, client: Client = api.admin) {
  const pages: string[][] = []
  let last = path
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer: Awaited<ReturnType<typeof client.get>> = await client.get(next)
    pages.push((accepted(answer) as unknown as PageAnswer).Results.map(({ name }) => name))
    last = next
    next = linksOf(answer)[rel]
  }
  return { pages, last }
}

/** Places that are alike in much, and lack much. */
async function many(here: Scene): Promise<void> {
  for (let at = 0; at < 23; at++) {
    await here.add({
      name: `Kyrka ${at % 5} ${['å', 'ä', 'A', 'Ö'][at % 4]}`,
      geolocation: pointAt(17 + (at % 7) / 100, 59),
      ...(at % 3 > 0 && { placeDetails: { hasWifi: at % 3 === 1 } }),
      ...(at % 4 > 1 && { contactInfo: { phone: { AreaCode: at % 6 }, city: `Ort ${at % 2}` } }),
      ...(at % 5 === 0 && { depublished: `2027-01-0${1 + (at % 3)}` }),
    })
  }
}

test('D55: the links of pages lead through every match once, forwards and back, in every order', async () => {
  const here = api.scene()
  await many(here)
  const orders = ['', 'orderby=name-', 'orderby=placedetails_haswifi', 'orderby=placedetails_haswifi-,name']
  orders.push('orderby=contactinfo_phone_areacode-,contactinfo_city', 'orderby=depublished,created-', 'orderby=id-')
  orders.push(
    'orderby=contactinfo_city-',
    'nearby=17,59',
    'nearby=17,59&orderby=distance-',
    'q=kyrka',
    'orderby=owner_name,slug',
  )
  for (const order of orders) {
    const wanted = accepted(await here.search(`limit=500&${order}`)).Results.map(({ name }) => name)
    const path = `/v4/place?owner_id=${here.owner}&limit=4&${order}`
    const there = await walk(path, 'next')
    assert.deepEqual(there.pages.flat(), wanted, order)
    assert.deepEqual(
      there.pages.map(({ length }) => length),
      [4, 4, 4, 4, 4, 3],
      order,
    )
    const back = await walk(there.last, 'prev')
    assert.deepEqual(back.pages.toReversed().flat(), wanted, order)
  }
})

test('D55: pages by cursor neither skip nor repeat while others write', async () => {
  const here = api.scene()
  const places = await here.addAll(...Array.from({ length: 12 }, (_, at) => `Kyrka ${String.fromCharCode(98 + at)}`))
  const path = `/place?owner_id=${here.owner}&limit=4`
  const first = await api.admin.get<PageAnswer>(path)
  await here.add('Kyrka a')
  await here.remove(places[3]!.id)
  await here.remove(places[4]!.id)
  const { pages } = await walk(linksOf(first).next!, 'next')
  assert.deepEqual(
    pages.flat().join(),
    'fghijklm'
      .replace('f', '')
      .split('')
      .map((letter) => `Kyrka ${letter}`)
      .join(),
  )
})

test('D55: links keep the search but no key, and the way in which the address names its page', async () => {
  const here = api.scene()
  await here.addAll('A', 'B', 'C', 'D')
  const secret = api.admin.key ?? ''
  const query = `owner_id=${here.owner}&limit=1&name=%5EA,~b%20!x,C,D&APIKEY=${secret}&api%6Bey=`
  const answer = await api.nobody.get(`/place?${query}`)
  const { next = '' } = linksOf(answer)
  assert.doesNotMatch(answer.headers.get('link') ?? '', new RegExp(`${secret}|apikey`, 'i'))
  assert.equal(accepted(await api.admin.get<PageAnswer>(next)).Results[0]?.name, 'B')
  const byOffset = linksOf(await api.admin.get(`/place?owner_id=${here.owner}&limit=1&offset=2`))
  assert.match(byOffset.next ?? '', /[?&]offset=3$/)
  assert.match(byOffset.prev ?? '', /[?&]offset=1$/)
  for (const none of ['limit=0', 'limit=4', 'name=nobody']) {
    assert.deepEqual(linksOf(await api.admin.get(`/place?owner_id=${here.owner}&${none}`)), {}, none)
  }
  const list = await api.admin.get<{ links: unknown }>(`/place?owner_id=${here.owner}&limit=1&format=geojson`)
  const href = linksOf(list).next
  assert.deepEqual(list.body.links, [{ rel: 'next', href, type: 'application/geo+json' }])
})

test('D55: an answer that was kept compressed has its links too', async () => {
  const here = api.scene()
  await here.addAll(...Array.from({ length: 5 }, (_, at) => ({ name: `K${at}`, longDescription: 'lång '.repeat(900) })))
  const path = `/place?owner_id=${here.owner}&limit=2`
  const links = [1, 2, 3].map(async () =>
    (await api.admin.get(path, { 'accept-encoding': 'gzip' })).headers.get('link'),
  )
  const [first, ...others] = await Promise.all(links)
  assert.match(first ?? '', /rel="next"/)
  assert.equal((await api.admin.get(path, { 'accept-encoding': 'gzip' })).headers.get('link'), first)
  for (const other of others) assert.equal(other, first)
})

test('D55: a cursor that was forged, is of another order, or stands beside an offset is refused', async () => {
  const here = api.scene()
  await here.addAll('A', 'B', 'C')
  const next = linksOf(await api.admin.get(`/place?owner_id=${here.owner}&limit=1`)).next ?? ''
  const cursor = new URL(next, api.url).searchParams.get('after') ?? ''
  const path = `/place?owner_id=${here.owner}&limit=1`
  const flipped = cursor.slice(0, -2) + (cursor.endsWith('AA') ? 'BB' : 'AA')
  for (const forged of ['x', cursor.slice(1), flipped, Buffer.from('["a","b",false]').toString('base64url')]) {
    refused(await api.admin.get(`${path}&after=${forged}`), 400, /after is no cursor of this search and order/)
  }
  for (const other of ['orderby=name-', 'orderby=created', 'nearby=17,59', 'q=a']) {
    refused(await api.admin.get(`${path}&after=${cursor}&${other}`), 400, /after is no cursor of this search and order/)
  }
  refused(await api.admin.get(`${path}&after=${cursor}&offset=0`), 400, /after and offset are two ways/)
  refused(
    await api.admin.get(`${path}&after=${cursor}&limit=all&format=csv`.replace('limit=1&', '')),
    400,
    /limit=all has none/,
  )
})

test('D50, D55: visitors page by cursor through what they see', async () => {
  const here = api.scene()
  const [hidden, shown] = [await here.add({ name: 'Dold', published: null }), await here.add('A')]
  const parts = (names: readonly string[], { id }: PlaceAnswer) => names.map((name) => ({ name, parent: { id } }))
  await here.addAll(...parts(['B', 'C', 'D'], shown), ...parts(['B', 'Z'], hidden), 'E')
  const visitor = await api.keyed(['read-published'])
  const there = await walk(`/place?owner_id=${here.owner}&is=*&limit=1`, 'next', visitor)
  assert.deepEqual(there.pages.flat(), ['A', 'B', 'C', 'D', 'E'])
  assert.deepEqual((await walk(there.last, 'prev', visitor)).pages.flat(), ['E', 'D', 'C', 'B', 'A'])
})
