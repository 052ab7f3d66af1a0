import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, type PageAnswer, type PlaceAnswer, refused, validPlace } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D1: the same routes answer at /v4 and at the root', async () => {
  const place = await api.scene().add('Here')
  for (const path of ['/placetype', `/place/${place.id}`, `/place?id=${place.id}`, '/keys', '/directory/owners']) {
    const [root, versioned] = [await api.admin.get(path), await api.admin.get(`/v4${path}`)]
    assert.equal(accepted(root), root.body)
    assert.equal(versioned.status, 200, path)
    assert.deepEqual(versioned.body, root.body, path)
  }
})

test('D1: the paths of routes are case-sensitive, those that are asked most too; ids are not', async () => {
  const place = await api.scene().add('Here')
  accepted(await api.admin.get(`/place/${place.id.toUpperCase()}`))
  for (const path of ['/V4/place?limit=0', '/PLACE?limit=0', `/Place/${place.id}`, `/V4/place/${place.id}`]) {
    refused(await api.admin.get(path), 404)
  }
})

test('D1: writes, slugs and import answer at /v4 too', async () => {
  const here = api.scene()
  const place = accepted(await api.admin.put('/v4/place', here.body({ name: 'Versioned' })), 201)
  accepted(await api.admin.patch(`/v4/place/${place.id}`, { updatedBy: 'a', name: 'Changed' }), 204)
  const { slug } = accepted(await api.admin.put(`/v4/place/${place.id}`, here.body({ name: 'Replaced' })))
  accepted(await api.admin.get(`/v4/place/by-slug/${slug}`))
  accepted(await api.admin.delete(`/v4/place/${place.id}?deletedby=a`), 204)
  accepted(await api.admin.post(`/v4/place/${place.id}/restore?updatedby=a`))
  accepted(await api.admin.post('/v4/import', '', { 'content-type': 'application/x-ndjson' }))
})

test('D1: openapi, docs, health, metrics and / are at the root only', async () => {
  for (const path of ['/openapi.json', '/docs', '/health/live', '/health/ready', '/metrics']) {
    const answer = await api.admin.get(path)
    assert.ok(answer.status < 400, `${path} answers ${answer.status}`)
    refused(await api.admin.get(`/v4${path}`), 404)
  }
  assert.ok((await api.admin.get('/')).status < 400)
})

test('D1: HEAD is answered where GET is, with the same head and no body', async () => {
  const place = await api.scene().add()
  const paths = [
    '/placetype',
    `/place/${place.id}`,
    '/place?limit=1',
    '/keys',
    '/health/live',
    '/openapi.json',
    '/metrics',
  ]
  for (const path of paths) {
    const [get, head] = [await api.admin.get(path), await api.admin.send('HEAD', path)]
    assert.equal(head.status, get.status, path)
    assert.equal(head.text, '', path)
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'), path)
  }
  assert.equal((await api.admin.send('HEAD', '/place/unknown')).status, 404)
  assert.equal((await api.nobody.send('HEAD', '/place')).status, 401)
})

test('D2: names of parameters and fields, and the listed values, are case-insensitive', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'A', placeTypes: { parishHome: {} } },
    { name: 'B', placeTypes: { parishHome: {} }, published: null },
    { name: 'C' },
  )
  assert.deepEqual(await here.names('IS=PARISHHOME&Include=NON-Published&OrderBy=NAME-'), ['B', 'A'])
  assert.deepEqual(await here.names('is=parishhome&LIMIT=1'), ['A'])
  assert.deepEqual(await here.names('NAME=C'), ['C'])
  const [first] = accepted(await here.search('EXPAND=Owner&name=A')).Results
  assert.equal(first?.owner.name, here.owner)
  const byOwner = accepted(await api.admin.get<PageAnswer>(`/place?Owner_ID=${here.owner}`))
  assert.equal(byOwner.TotalHits, 2)
})

test('D2: childAction, deletedBy, updatedBy and allowOverposting are case-insensitive', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  await here.patch(parent.id, { published: '2021-02-03', slug: 'x' }, 'CHILDACTION=Set-PUBLISHED&ALLOWOVERPOSTING=true')
  assert.equal((await here.get(child.id)).published, '2021-02-03T00:00:00.00000Z')
  accepted(await api.admin.delete(`/place/${parent.id}?DeletedBy=me&childaction=DISCONNECT`), 204)
  accepted(await api.admin.post(`/place/${parent.id}/restore?UPDATEDBY=me`))
})

test('D3: an unknown parameter is 400 on every route and names the nearest valid one', async () => {
  const here = api.scene()
  const { id, slug } = await here.add()
  refused(await api.admin.get('/place?limitt=1'), 400, /limitt.*\blimit\b/)
  refused(await api.admin.get('/place?ordrby=name'), 400, /ordrby.*orderby/)
  refused(await api.admin.get('/place?placedetails_hastoilett=true'), 400, /placedetails_hastoilet\b/)
  refused(await api.admin.get('/place?__proto__=1'), 400)
  refused(await api.admin.get('/place?constructor=1'), 400)
  refused(await api.admin.get(`/place/${id}?tets=true`), 400, /tets.*\btest\b/)
  refused(await api.admin.get('/placetype?limit=1'), 400, /limit/)
  refused(await api.admin.get('/keys?x=1'), 400, /x/)
  refused(await api.admin.get('/directory/owners?x=1'), 400, /x/)
  refused(await api.admin.get(`/place/by-slug/${slug}?x=1`), 400, /x/)
  refused(await api.admin.put('/place?alowOverposting=true', here.body()), 400, /allowOverposting/i)
  refused(await api.admin.put(`/place/${id}?deletedby=a`, here.body()), 400, /deletedby/)
  refused(await api.admin.patch(`/place/${id}?childActions=x`, { updatedBy: 'a' }), 400, /childAction\b/i)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&deleteby=b`), 400, /deleteby.*deletedby/)
  refused(await api.admin.post(`/place/${id}/restore?updatedby=a&force=true`), 400, /force/)
  refused(await api.admin.post('/import?x=1', '', { 'content-type': 'application/x-ndjson' }), 400, /x/)
  assert.equal((await here.get(id)).deleted, undefined)
})

test('D3: an unknown value of is, include, expand, childAction, test or allowOverposting is 400', async () => {
  const here = api.scene()
  const { id } = await here.add()
  refused(await api.admin.get('/place?is=Church'), 400, /Church/)
  refused(await api.admin.get('/place?is=ParishHome,Nothing'), 400, /Nothing/)
  refused(await api.admin.get('/place?include=drafts'), 400, /drafts/)
  refused(await api.admin.get('/place?expand=parent'), 400, /parent/)
  refused(await api.admin.get('/place?test=yes'), 400, /yes/)
  refused(await api.admin.get('/place?test=TRUE'), 400, /TRUE/)
  refused(await api.admin.get(`/place/${id}?test=1`), 400, /1/)
  refused(await api.admin.get(`/place/${id}?expand=nothing`), 400, /nothing/)
  refused(await api.admin.put('/place?allowOverposting=1', here.body()), 400, /allowOverposting/i)
  refused(await api.admin.patch(`/place/${id}?childAction=follow`, { updatedBy: 'a' }), 400, /follow/)
})

test('D3: a childAction of another method is 400', async () => {
  const here = api.scene()
  const { id } = await here.add()
  refused(await api.admin.patch(`/place/${id}?childAction=disconnect`, { updatedBy: 'a' }), 400, /disconnect/)
  refused(await api.admin.put(`/place/${id}?childAction=disconnect`, here.body()), 400, /disconnect/)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&childAction=set-published`), 400, /set-published/)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&childAction=skip-depublished`), 400, /skip-depublished/)
  refused(await api.admin.put('/place?childAction=set-published', here.body()), 400, /childAction/i)
  assert.equal((await here.get(id)).deleted, undefined)
})

test('D3: a hint names only what is near, else what there is', async () => {
  const { id } = await api.scene().add()
  refused(await api.admin.get('/place?is=foo'), 400, /'foo'; the known ones are \*, ChurchAndChapel/)
  refused(await api.admin.get('/place?x=1'), 400, /'x'; the known ones are offset, limit/)
  refused(await api.admin.get('/place?%zz=1'), 400, /'%zz'/)
  refused(
    await api.admin.get(`/place/${id}?expand=parent`),
    400,
    /'parent'; the known ones are owner, categories, tags, distance/,
  )
})

test('D3: the key given twice in the address is 400, after the key and the permission', async () => {
  const key = api.admin.key
  refused(await api.admin.get('/place?limit=0&apikey=a&apikey=b'), 400, /apikey takes one value/)
  refused(await api.nobody.get(`/placetype?apikey=${key}&apikey=${key}`), 400, /apikey takes one value/)
  refused(await api.nobody.get(`/placetype?apikey=a&apikey=${key}`), 401)
  accepted(await api.nobody.get(`/placetype?apikey=&apikey=${key}`))
})

test('D3: GET of one place takes expand and include as a search does, without effect', async () => {
  const { id } = await api.scene().add()
  const plain = accepted(await api.admin.get(`/place/${id}`))
  for (const query of ['expand=distance', 'expand=owner,distance', 'include=deleted,non-published']) {
    assert.deepEqual(accepted(await api.admin.get(`/place/${id}?${query}`)), plain)
  }
})

test('an id in an address may be written in any case of letters', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const upper = id.toUpperCase()
  const answer = await api.admin.get(`/place/${upper}`)
  assert.equal(accepted<{ id?: unknown }>(answer).id, id)
  accepted(await api.admin.get(`/place/${upper}/revisions`))
  accepted(await api.admin.get(`/place/${upper}/revisions/${/^"(\d+)/.exec(answer.headers.get('etag') ?? '')?.[1]}`))
  const patched = await api.admin.patch(`/place/${upper}`, { updatedBy: 'a' })
  accepted(patched, 204)
  assert.equal(patched.headers.get('location'), `place/${id}`)
  accepted(await api.admin.put(`/place/${upper}`, here.body()))
  accepted(await api.admin.delete(`/place/${upper}?deletedby=a`), 204)
  accepted(await api.admin.post(`/place/${upper}/restore?updatedby=a`))
  accepted(await api.admin.delete(`/place/${upper}?deletedby=a`), 204)
  accepted(await api.admin.post(`/place/${upper}/purge?confirm=${upper}`), 204)
})

test('D3: a single-valued parameter given twice is 400, whatever its case', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (const query of ['limit=1&limit=2', 'limit=1&LIMIT=1', 'offset=0&offset=0', 'q=a&q=b', 'test=true&test=true']) {
    refused(await api.admin.get(`/place?${query}`), 400, /twice|once|more than/i)
  }
  refused(await api.admin.get('/place?nearby=1,2&nearby=1,2'), 400, /nearby/)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&deletedby=b`), 400, /deletedby/i)
  refused(await api.admin.delete(`/place/${id}?deletedby=a&deletedby=`), 400, /deletedby takes one value/i)
})

test('D3: a list parameter given twice is one list', async () => {
  const here = api.scene()
  const [home] = await here.addAll({ name: 'A', placeTypes: { parishHome: {} } }, 'B', {
    name: 'C',
    placeTypes: { cemetery: {} },
  })
  assert.deepEqual(await here.names('is=ParishHome&is=Cemetery'), ['A', 'C'])
  assert.deepEqual(await here.names('orderby=owner_id&orderby=name-'), ['C', 'B', 'A'])
  await here.remove(home?.id ?? '')
  await here.patch((await here.add('D')).id, { published: null })
  assert.deepEqual(await here.names('include=deleted&include=non-published'), ['A', 'B', 'C', 'D'])
  const twice = await here.search('expand=owner&expand=tags&limit=1')
  assert.equal(accepted(twice).Results[0]?.owner.name, here.owner)
})

test('D3: a childAction list may be given in parts', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  const change = { published: '2022-01-01', depublished: '2030-01-01' }
  await here.patch(parent.id, change, 'childAction=set-published&childAction=skip-depublished')
  const { published, depublished } = await here.get(child.id)
  assert.deepEqual([published, depublished], ['2022-01-01T00:00:00.00000Z', undefined])
})

test('D3: the same field filter given twice means that both must hold', async () => {
  const here = api.scene()
  await here.addAll('Alpha one', 'Alpha two', 'Beta two')
  assert.deepEqual(await here.names('name=~alpha&name=~two'), ['Alpha two'])
  assert.deepEqual(await here.names('name=!Alpha one&name=!Beta two'), ['Alpha two'])
  assert.deepEqual(await here.names('name=~alpha&NAME=~two'), ['Alpha two'])
})

test('D3: an empty value of a parameter that is no field filter counts as absent', async () => {
  const here = api.scene()
  const place = await here.add('Alone')
  const empty = 'limit=&offset=&orderby=&q=&is=&nearby=&nearbyRadius=&bbox=&include=&expand=&test='
  assert.deepEqual(await here.names(empty), ['Alone'])
  accepted(await api.admin.get(`/place/${place.id}?test=&expand=&include=`))
  accepted(await api.admin.patch(`/place/${place.id}?childAction=&allowOverposting=`, { updatedBy: 'a' }), 204)
  refused(await api.admin.delete(`/place/${place.id}?deletedby=`), 400, /deletedby/i)
})

test('D3: GET /place/<id> takes expand and include without effect', async () => {
  const here = api.scene()
  const place = await here.add()
  const plain = await api.admin.get<PlaceAnswer>(`/place/${place.id}`)
  const other = await api.admin.get<PlaceAnswer>(`/place/${place.id}?expand=owner,categories,tags&include=deleted`)
  assert.deepEqual(accepted(other), accepted(plain))
})

test('D5: + is a space in a query string', async () => {
  const here = api.scene()
  await here.addAll('Saint Mary', 'Saint+Mary')
  assert.deepEqual(await here.names('name=saint+mary'), ['Saint Mary'])
  assert.deepEqual(await here.names('name=saint%2Bmary'), ['Saint+Mary'])
  assert.deepEqual(await here.names('q=saint+mary'), ['Saint Mary', 'Saint+Mary'])
  assert.deepEqual(await here.names('name=~mary+saint&name=saint%20mary'), ['Saint Mary'])
})

test('D5: within a date value a space before HH:mm is the + of an offset', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'At eight', published: '2026-01-01T08:00Z' },
    { name: 'At nine', published: '2026-01-01T09:00Z' },
  )
  assert.deepEqual(await here.names('published=2026-01-01T10:00+02:00'), ['At eight'])
  assert.deepEqual(await here.names('published=2026-01-01T10:00%2B02:00'), ['At eight'])
  assert.deepEqual(await here.names('published=2026-01-01T10:00+01:00-2026-01-01T11:00+01:00'), ['At nine'])
  assert.deepEqual(await here.names('published=20260101T1000+02:00'), ['At eight'])
})

test('D46: an unknown route is 404 and a known one with another method 405 with Allow', async () => {
  refused(await api.admin.get('/nothing'), 404)
  refused(await api.admin.get('/v5/place'), 404)
  refused(await api.admin.get('/place/a/b/c'), 404)
  const post = await api.admin.post('/place', validPlace())
  refused(post, 405)
  assert.deepEqual(allowed(post.headers), ['GET', 'HEAD', 'PUT'])
  const { id } = await api.scene().add()
  const wrong = await api.admin.post(`/place/${id}`, {})
  refused(wrong, 405)
  assert.deepEqual(allowed(wrong.headers), ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT'])
  const type = await api.admin.delete('/placetype')
  refused(type, 405)
  assert.deepEqual(allowed(type.headers), ['GET', 'HEAD'])
  refused(await api.admin.get(`/v4/place/${id}/restore`), 405)
})

function allowed(headers: Headers): string[] {
  return (headers.get('allow') ?? '')
    .split(',')
    .map((method) => method.trim())
    .filter((method) => method !== 'OPTIONS')
    .sort()
}
