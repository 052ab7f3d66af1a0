import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PlaceRequest } from '../../src/place/request.ts'
import type { Rules } from '../../src/place/rules/rules.ts'
import { createSlugs, deletedSlug, likelySlugBase } from '../../src/place/rules/slug.ts'
import { runs } from '../support/runs.ts'

const slugs = createSlugs('sv')
const id = '019b0000-0000-7000-8000-0000deadbeef'

test('D21: a slug is made of the owner and the name, in plain letters', () => {
  assert.equal(
    slugs.base('Uppsala församling', 'Åkerö & Älvsjö kyrka', id),
    'uppsala-forsamling-akero-and-alvsjo-kyrka',
  )
  assert.equal(slugs.base('SKB', 'fooBar 2:a', id), 'skb-foobar-2-a')
})

test('D21: names in other scripts are Latinised', () => {
  const names = {
    北京大教堂: 'beijingdajiaotang',
    'サンタ・マリア': 'santa-maria',
    がんばれ: 'ganbare',
    '서울 명동성당': 'seoul-myeongdongseongdang',
    กรุงเทพ: 'krungethph',
    दिल्ली: 'dilli',
    'כנסיית הקבר': 'khnsyyt-hkvr',
    'ቅዱስ ጊዮርጊስ': 'kdus-giyorgis',
    'Храм Христа': 'khram-khrista',
    'Αγία Σοφία': 'agia-sofia',
    مسجد: 'msjd',
    'Ｋｙｒｋａｎ ⛪': 'kyrkan-church',
    '❤\ufe0f': 'heart',
    'Kyrkan i 東京 – “Å” ™': 'kyrkan-i-dongjing-a',
  }
  for (const [name, slug] of Object.entries(names)) assert.equal(slugs.base('', name, id), slug, name)
  assert.equal(createSlugs('de').base('', 'Köln 北', id), 'koeln-bei')
})

test('D21: the slug of whatever is written is made of plain letters, or is the id', () => {
  const everything = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
  const isSlug = (text: string) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slugs.base('', text, id))
  fc.assert(fc.property(everything, isSlug), { numRuns: runs(600) })
})

test('D21: the id stands in where nothing is left', () => {
  assert.equal(slugs.base('!', '…', id), id)
  assert.equal(slugs.base('!', 'Kapellet', id), 'kapellet')
})

test('D20: a slug stays within the limit of strings, whatever the names', () => {
  const base = slugs.base('ö '.repeat(1000), 'å '.repeat(250), id)
  assert.ok(base.length <= 1900 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(base))
})

test('D21: a deleted place has the end of its id in its slug', () => {
  assert.equal(deletedSlug('uppsala-domkyrkan', id), 'uppsala-domkyrkan-deleted-deadbeef')
})

test('no slug is guessed from texts that the rules refuse, so that none of these is remembered', () => {
  const rules = { slugs: createSlugs('sv') } as Rules
  const guess = (name: string, ownerName: string) => {
    const body = { name, owner: { id: 'a', name: ownerName } }
    const request = { action: 'create', body, newId: '01890a5d-ac96-7000-8000-000000000001', ownerEntries: {} }
    return likelySlugBase(request as unknown as PlaceRequest, undefined, rules)
  }
  assert.equal(guess('x'.repeat(500), 'y'), `y-${'x'.repeat(500)}`)
  assert.equal(guess('x'.repeat(501), 'y'), undefined)
  assert.equal(guess('x', 'y'.repeat(2_001)), undefined)
})
