import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance } from '../../src/common/edit-distance.ts'
import { hintOf, nearestOf } from '../../src/common/nearest-word.ts'
import { queryLimits } from '../../src/query/parse/raw-query.ts'
import { type ParameterSpec, readParameters } from '../../src/query/parse/read-parameters.ts'
import { describeParameters } from '../../src/query/parse/search-parameters.ts'

const spec = {
  limit: { form: 'integer', min: 0, max: 500, default: 100, description: 'Entries.' },
  after: { form: 'integer', min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Revision.' },
  deletedBy: { form: 'text', required: true, description: 'Who.' },
  prefix: { form: 'text', description: 'Start of the name.' },
  test: { form: 'boolean', description: 'Samples.' },
  childAction: { form: 'choices', choices: ['disconnect', 'set-published'], description: 'Children.' },
} as const satisfies ParameterSpec

const read = (query: string) => readParameters(`deletedby=x&${query}`, spec)
const refuses = (query: string, message: RegExp) =>
  assert.throws(() => readParameters(query, spec), { code: 'invalid-parameter', status: 400, message }, query)

test('D3: what is absent or empty gets its default', () => {
  const values = { limit: 100, after: undefined, deletedBy: 'x', prefix: undefined, test: false, childAction: [] }
  assert.deepEqual(read(''), values)
  assert.deepEqual(read('limit=&prefix=&test=&childaction=&after&&limit='), values)
})

test('D2: names of parameters and values of choices are case-insensitive', () => {
  const { limit, childAction } = read('LIMIT=5&CHILDACTION=Set-Published,DISCONNECT')
  assert.equal(limit, 5)
  assert.deepEqual(childAction, ['set-published', 'disconnect'])
})

test('D3: a list given twice is one list, anything else given twice is refused', () => {
  assert.deepEqual(read('childAction=disconnect&childaction=set-published,disconnect').childAction, [
    'disconnect',
    'set-published',
  ])
  refuses('deletedby=a&deletedBy=b', /deletedBy takes one value, got 2/)
})

test('D3: an unknown parameter is refused with the nearest name', () => {
  refuses('deletedby=x&limitt=5', /^unknown parameter 'limitt', did you mean 'limit'\?$/)
  refuses('deletedby=x&chidlaction=5', /did you mean 'childAction'/)
  assert.throws(() => readParameters('x=1', {}), { message: /unknown parameter 'x'; there are none here/ })
})

test('D3: wrong values are refused with what would be right', () => {
  refuses('deletedby=x&limit=501', /^limit must be an integer from 0 to 500, got '501'$/)
  for (const wrong of ['-1', '1.5', '1e2', '%20', '1%202', '0x10', 'NaN', '٣'])
    refuses(`deletedby=x&limit=${wrong}`, /^limit must be/)
  refuses('deletedby=x&after=99999999999999999999', /^after must be an integer from 0, got/)
  refuses('deletedby=x&test=yes', /^test must be true or false, got 'yes'$/)
  refuses('deletedby=x&childAction=disconect', /did you mean 'disconnect'/)
  refuses('deletedby=', /^deletedBy is required/)
  refuses('deletedby=%20', /^deletedBy is required/)
  refuses('', /^deletedBy is required/)
})

test('D3: an empty value of a required parameter is a value, so it counts when it is given twice', () => {
  refuses('deletedby=a&deletedby=', /^deletedBy takes one value, got 2/)
  refuses('deletedby=&deletedby=a', /^deletedBy takes one value, got 2/)
})

test('D3: blanks around a number do not count', () => {
  assert.equal(read('limit=%205').limit, 5)
  assert.equal(read('limit=+5+').limit, 5)
})

test('D45: all faults of an address are told at once, so many at the most', () => {
  refuses(
    'limitt=5&limit=501&test=yes',
    /^4 faults: \(1\) unknown parameter 'limitt'.* \(2\) limit must be .* \(3\) deletedBy is required .* \(4\) test must be/,
  )
  refuses(
    Array.from({ length: 400 }, (_, at) => `x${at}=1`).join('&'),
    /^the first 10 faults: .* \(10\) unknown parameter 'x9'/,
  )
})

test('D3: what a list wants is named, not what it does not, and a value of another route is led there', () => {
  refuses('deletedby=x&childAction=!disconnect', /^childAction takes no !, got '!disconnect'; name what is wanted/)
  const elsewhere = {
    form: 'choices',
    choices: ['a'],
    elsewhere: { bcd: ['GET /others'] },
    description: '',
  } as const
  assert.throws(() => readParameters('to=BCD', { to: elsewhere }), {
    message: "to does not know 'BCD' here: it belongs to GET /others",
  })
})

test('D27: white space around an element of a list and around a flag does not count', () => {
  assert.deepEqual(read('childAction=+disconnect+,%09set-published').childAction, ['disconnect', 'set-published'])
  assert.deepEqual(read('childAction=%E2%80%8Bdisconnect%C2%AD').childAction, ['disconnect'])
  assert.equal(read('test=true+').test, true)
})

test('D5: + is a space, and broken percent-encoding is refused', () => {
  assert.equal(read('prefix=a+b%2Bc%C3%A5').prefix, 'a b+cå')
  refuses('deletedby=x&prefix=%C3', /'prefix' is not percent-encoded UTF-8/)
  refuses('deletedby=x&prefix=100%', /write %25/)
})

test('bytes that nobody encoded are read as UTF-8, as a shell sends them', () => {
  assert.equal(read(`prefix=${Buffer.from('Åbö').toString('latin1')}`).prefix, 'Åbö')
  assert.equal(read('prefix=Åbö').prefix, 'Åbö')
  assert.equal(read('prefix=東京').prefix, '東京')
})

test('D6: the key is passed over, and no message repeats it', () => {
  assert.equal(read('ApiKey=secret%').limit, 100)
  for (const query of ['apikeyy=s3cret', 'apikey:s3cret', 'apikey%3Ds3cret', 'x=1&apikey=s3cret']) {
    assert.throws(
      () => readParameters(query, spec),
      (problem: Error) => !problem.message.includes('s3cret'),
    )
  }
})

test('D3: a key given twice is refused, an empty one is absent', () => {
  assert.equal(read('apikey=&apikey=a&apikey=').limit, 100)
  for (const query of ['apikey=s3cret&ApiKey=s3cret', 'apikey=s3cret&%61pikey=s3cret2']) {
    refuses(`deletedby=x&${query}`, /^apikey takes one value; give it once$/)
  }
})

test('D3: the name of an unknown parameter is shown as it came when it cannot be decoded, but no key in it', () => {
  refuses('deletedby=x&%zz=1', /^unknown parameter '%zz'/)
  refuses('deletedby=x&%C3l=1', /^unknown parameter '%C3l'/)
  refuses('deletedby=x&%C3%A5r=1', /^unknown parameter 'år'/)
  refuses('deletedby=x&apikey%3Ds3cret%zz=1', /^unknown parameter 'apikey'/)
})

test('D3: the name of an unknown parameter is shown whole, with what nobody sees as escapes', () => {
  refuses('deletedby=x&kinds[]=a', /^unknown parameter 'kinds\[\]'/)
  refuses('deletedby=x&limit%0A=1', /^unknown parameter 'limit\\u\{a\}', did you mean 'limit'/)
  refuses('deletedby=x&li%E2%80%8Bmit=1', /^unknown parameter 'li\\u\{200b\}mit'/)
  refuses('deletedby=x&a%20b.c;d=1', /^unknown parameter 'a b\.c;d'/)
  refuses(`deletedby=x&${'n'.repeat(99)}=1`, /^unknown parameter 'n{60}…'/)
  for (const key of ['gz_s3cret', 'gz_s3cret-s3cret_x', 'gz_half%0Aotherhalf', 'gz%E2%80%8B_a%C2%ADb', 'gz_a%FFb%0Ac'])
    refuses(`deletedby=x&a:${key}=1`, /^unknown parameter 'a:gz_…'/)
  refuses('deletedby=x&apikey[]=gz_s3cret', /^unknown parameter 'apikey\[\]'/)
  refuses('deletedby=x&apikey%5B0%5D=gz_s3cret', /^unknown parameter 'apikey\[0\]'/)
  refuses('deletedby=x&apikey[]s3cret=1', /^unknown parameter 'apikey'/)
})

test('D3: a list in the form of another convention is told the form of this one', () => {
  for (const name of ['childAction[]', 'childaction[0]', 'childAction%5B%5D'])
    refuses(`deletedby=x&${name}=a`, /^unknown parameter 'child[Aa]ction\[0?\]'; write childAction=a,b/)
  refuses('deletedby=x&limit[]=5', /^unknown parameter 'limit\[\]'; write limit=5$/)
  refuses('deletedby=x&test[0]=true', /^unknown parameter 'test\[0\]'; write test=true$/)
  refuses('deletedby=x&prefix[]=b', /^unknown parameter 'prefix\[\]'; write prefix=a$/)
})

test('queries are bounded in parameters, lengths and lists', () => {
  refuses('a=1&'.repeat(queryLimits.parameters + 1), /at most 500 parameters, got 501/)
  refuses(`deletedby=x&prefix=${'a'.repeat(queryLimits.valueLength + 1)}`, /may have 32768 characters/)
  refuses(`deletedby=x&childAction=${','.repeat(queryLimits.values)}`, /at most 2000 values/)
  refuses(`deletedby=x&${'x'.repeat(5000)}=1`, /^unknown parameter 'x{60}…'; the known ones are limit, /)
})

test('__proto__ and its like are unknown parameters', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) refuses(`${name}=1&deletedby=x`, /unknown parameter/)
})

test('the nearest name is the one with the fewest edits', () => {
  assert.equal(editDistance('kitten', 'sitting'), 3)
  assert.equal(editDistance('ab', 'ba'), 1)
  assert.equal(editDistance('', 'abc'), 3)
  assert.equal(editDistance('same', 'same'), 0)
  assert.equal(nearestOf('OWNERID', ['owner_type', 'owner_id', 'name']), 'owner_id')
  assert.equal(nearestOf('x', []), undefined)
})

test('D3: only what is near is offered, and never a name of one character', () => {
  const names = ['*', 'q', 'is', 'limit', 'owner_id', 'contactinfo_phone_number']
  assert.equal(nearestOf('lmit', names), 'limit')
  assert.equal(nearestOf('si', names), 'is')
  assert.equal(nearestOf('owner', names), 'owner_id')
  assert.equal(nearestOf('phone', names), 'contactinfo_phone_number')
  for (const far of ['x', 'qq', 'foo', 'f', '', 'surroundings']) assert.equal(nearestOf(far, names), undefined, far)
})

test('D3: where nothing is near, what there is is listed, shortened', () => {
  assert.equal(hintOf('foo', ['a', 'b']).detail, '; the known ones are a, b')
  const many = Array.from({ length: 40 }, (_, index) => `field${index}`)
  assert.equal(hintOf('zzz', many).detail, `; the known ones are ${many.slice(0, 12).join(', ')} and 28 more`)
  assert.equal(hintOf('zzz', []).detail, '; there are none here')
  assert.equal(hintOf('zzz', ['limit']).detail, '; the only one is limit')
})

test('a declaration describes itself', () => {
  const byName = new Map(describeParameters(spec).map((description) => [description.name, description]))
  assert.deepEqual(byName.get('limit')?.schema, { type: 'integer', minimum: 0, maximum: 500, default: 100 })
  assert.equal(byName.get('deletedBy')?.required, true)
})
