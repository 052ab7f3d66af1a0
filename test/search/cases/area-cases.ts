import { distanceMetres } from '../../../src/geo/sphere.ts'
import type { CasePlace, QueryCases } from './query-cases.ts'

type Position = readonly [longitude: number, latitude: number]

/** Places that are called as their coordinates. */
const points = (...positions: readonly Position[]): CasePlace[] =>
  positions.map((coordinates) => ({
    name: `${coordinates}`,
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [...coordinates] } },
  }))

const targets: readonly Position[] = [
  [17.01, 59.01],
  [17.2, 59.3],
  [-150, 10],
]
const targetNames = targets.map(String)

/** Circles and boxes. */
export const areaCases: readonly QueryCases[] = [
  {
    title: 'D4, D34: a place at exactly the radius is inside; without a radius, or with one of half the globe, all are',
    places: points(...targets),
    finds: {
      ...Object.fromEntries(
        targets.flatMap((target, index) => {
          const metres = distanceMetres([17, 59], target)
          return [
            [`nearby=17,59&nearbyRadius=${metres}`, targetNames.slice(0, index + 1)],
            [`nearby=17,59&nearbyRadius=${metres * (1 - 1e-12)}`, targetNames.slice(0, index)],
          ]
        }),
      ),
      'nearby=17,59': targetNames,
      'nearby=%2017,59%20&nearbyradius=+20015115': targetNames,
      'nearby=17,59&nearbyRadius=1e300': targetNames,
    },
  },
  {
    title: 'D34: a radius filters, and the order is by distance',
    places: points([17.3, 59], [17.1, 59], [17.2, 59], [17.1, 60]),
    finds: {
      'nearby=17,59&nearbyRadius=20000': ['17.1,59', '17.2,59', '17.3,59'],
      'nearby=17,59&nearbyRadius=1.2e4': ['17.1,59', '17.2,59'],
      'nearby=17,59&nearbyRadius=20000&orderby=distance-': ['17.3,59', '17.2,59', '17.1,59'],
      'nearby=17,59&nearbyRadius=20000&orderby=name-&limit=1': ['17.3,59'],
    },
  },
  {
    title: 'D34, D35: the antimeridian works, and a box whose west is east of its east crosses it',
    places: points([179.9, 0], [-179.8, 0], [179, 0], [0, 0], [170, 0]),
    finds: {
      'nearby=180,0&nearbyRadius=30000': ['179.9,0', '-179.8,0'],
      'nearby=-180,0&nearbyRadius=30000': ['179.9,0', '-179.8,0'],
      'nearby=-179.9,0&nearbyRadius=30000': ['-179.8,0', '179.9,0'],
      'nearby=-179.99,0&limit=3': ['179.9,0', '-179.8,0', '179,0'],
      'bbox=175,-10,-175,10&nearby=-179.8,0': ['-179.8,0', '179.9,0', '179,0'],
      'bbox=179.9,0,-179.8,0&nearby=-179.8,0': ['-179.8,0', '179.9,0'],
      'bbox=-175,-10,175,10': ['0,0', '170,0'],
    },
  },
  {
    title: 'D35: a place at 180 and one at -180 are in a box that has either, and so are those between its edges',
    places: points([180, 0], [-180, 0], [-179, 0]),
    finds: {
      'bbox=175,-10,-175,10&nearby=-178,0&orderby=distance,name': ['-179,0', '-180,0', '180,0'],
      'bbox=-179.5,-10,-175,10': ['-179,0'],
    },
  },
  {
    title: 'D34: the poles work',
    places: points([0, 89.95], [180, 89.96], [-90, 89.9], [40, -90]),
    finds: {
      'nearby=0,90&nearbyRadius=6000': ['180,89.96', '0,89.95'],
      'nearby=123,89.99&nearbyRadius=15000': ['180,89.96', '0,89.95', '-90,89.9'],
      'nearby=-77,-90&nearbyRadius=1': ['40,-90'],
    },
  },
  {
    title: 'D35: bbox filters by box, edges included',
    places: points([10, 50], [20, 60], [15, 55], [9.999, 55], [15, 60.001]),
    finds: {
      'bbox=10,50,20,60': ['10,50', '15,55', '20,60'],
      'bbox=15,55,15,55': ['15,55'],
      'bbox=+15,+55,15+,55+': ['15,55'],
      'bbox=-180,-90,180,90': ['10,50', '15,55', '15,60.001', '20,60', '9.999,55'],
      'bbox=10,50,20,60&nearby=21,60': ['20,60', '15,55', '10,50'],
    },
  },
]
