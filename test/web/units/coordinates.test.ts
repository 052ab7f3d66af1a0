import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCoordinates } from '../../../web/fields/parse-coordinates.ts'

/** Ways in which people and maps write one position: 59.858 north, 17.645 east. */
const written = [
  '59.858, 17.645',
  '59.858,17.645',
  '59,858 17,645',
  '59,858, 17,645',
  '59,858; 17,645',
  '(59.858, 17.645)',
  '+59.858 +17.645',
  '59.858° N, 17.645° E',
  '59.858 N 17.645 Ö',
  'N59.858 E17.645',
  'E 17,645 N 59,858',
  `59°51'28.8"N 17°38'42"E`,
  '59° 51′ 28,8″ N, 17° 38′ 42″ O',
  `N 59° 51.48' E 17° 38.7'`,
  '59 51 28.8 N 17 38 42 E',
  'lat: 59.858, lon: 17.645',
  'Latitud 59,858 Longitud 17,645',
  'POINT (17.645 59.858)',
  '{"type":"Point","coordinates":[17.645, 59.858]}',
  'geo:59.858,17.645?z=12',
  'https://www.google.com/maps/@59.858,17.645,12z',
  'https://www.google.com/maps/place/X/@59.1,17.1,17z/data=!3m1!4b1!8m2!3d59.858!4d17.645',
  'https://www.google.com/maps/search/?api=1&query=59.858%2C17.645',
  'https://www.google.com/maps?q=59.858,17.645',
  'https://maps.apple.com/?ll=59.858,17.645&q=X',
  'https://www.openstreetmap.org/#map=12/59.858/17.645',
  'https://www.openstreetmap.org/?mlat=59.858&mlon=17.645#map=12/59.1/17.1',
  'https://www.bing.com/maps?cp=59.858~17.645&lvl=12',
  'https://www.hitta.se/kartan!~59.858,17.645,12z',
]

for (const text of written) {
  test(`a position is read from ${text}`, () => {
    assert.deepEqual(parseCoordinates(text), [17.645, 59.858])
  })
}

test('the south and the west are negative, and so is what has a minus of any kind', () => {
  assert.deepEqual(parseCoordinates('33.86 S, 70.5 W'), [-70.5, -33.86])
  assert.deepEqual(parseCoordinates("S 33° 51.6' V 70° 30'"), [-70.5, -33.86])
  assert.deepEqual(parseCoordinates('−33.86, -70.5'), [-70.5, -33.86])
})

test('metres of SWEREF 99 TM are read, in either order, as on the control points of the grid', () => {
  for (const text of ['6097106.672, 356083.438', 'E 356083.438 N 6097106.672', '6 097 106,672 356 083,438']) {
    assert.deepEqual(parseCoordinates(text), [12.75, 55])
  }
})

test('metres of RT 90 2.5 gon V are read, in either order, where the town hall of Stockholm stands', () => {
  for (const text of ['6580994, 1628293', 'X 6580994 Y 1628293', '1 628 293; 6 580 994']) {
    assert.deepEqual(parseCoordinates(text), [18.05918, 59.33023])
  }
})

for (const text of [
  '',
  '59.858',
  '91, 17',
  '59, 181',
  '59.858 N, 17.645 N',
  `59°61'0"N 17°0'0"E`,
  '1 2 3 4 N 5 E',
  'Kyrkan i byn',
  'https://example.org/59.858',
  '356083, 646000',
]) {
  test(`no position is read from “${text}”`, () => {
    assert.equal(parseCoordinates(text), undefined)
  })
}
