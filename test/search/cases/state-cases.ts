import { placeTypes } from '../../../src/place/place-types.ts'
import type { QueryCases } from './query-cases.ts'

/** Which places `include` and `is` let through. */
export const stateCases: readonly QueryCases[] = [
  {
    title: 'D2, D3, D36: deleted and non-published are decided apart, to the millisecond; include adds each',
    places: [
      { name: 'published', published: '2026-06-15T12:00Z' },
      { name: 'draft', published: null },
      { name: 'scheduled', published: '2026-06-15T12:00:00.001Z' },
      { name: 'unpublished', depublished: '2026-06-15T12:00Z' },
      { name: 'unpublished soon', depublished: '2026-06-15T12:00:00.001Z' },
      { name: 'deleted', deleted: true },
      { name: 'deleted draft', published: null, deleted: true },
    ],
    finds: {
      '': ['published', 'unpublished soon'],
      'include=non-published': ['draft', 'published', 'scheduled', 'unpublished', 'unpublished soon'],
      'include=deleted': ['deleted', 'published', 'unpublished soon'],
      'Include=DELETED,non-Published': [
        'deleted',
        'deleted draft',
        'draft',
        'published',
        'scheduled',
        'unpublished',
        'unpublished soon',
      ],
      'include=deleted&include=non-published&name=^d': ['deleted', 'deleted draft', 'draft'],
      'deleted=!': [],
      'deleted=': ['published', 'unpublished soon'],
      'deleted=!&include=deleted': ['deleted'],
      'deletedby=!&include=deleted': ['deleted'],
      'deletedby=&include=deleted': ['published', 'unpublished soon'],
      'published=&include=deleted': [],
    },
  },
  {
    title: 'D13: without is everything that is not Partial; Partial has a parent or that type',
    places: [
      'Parent',
      { name: 'Child', parent: 'Parent' },
      'Church',
      { name: 'Home', placeTypes: { parishHome: {} } },
      { name: 'Part', placeTypes: { partial: {} } },
    ],
    finds: {
      '': ['Church', 'Home', 'Parent'],
      'is=': ['Church', 'Home', 'Parent'],
      'is=*': ['Child', 'Church', 'Home', 'Parent', 'Part'],
      'is=ChurchAndChapel': ['Church', 'Parent'],
      'is=ParishHome,Cemetery': ['Home'],
      'is=Cemetery&is=PARISHHOME': ['Home'],
      'is=Cemetery': [],
      'is=partial': ['Child', 'Part'],
      'is=Partial,ParishHome': ['Child', 'Home', 'Part'],
      'is=*,ParishHome': ['Child', 'Church', 'Home', 'Parent', 'Part'],
      'parent_id={Parent}': [],
      'parent_id={Parent}&is=*': ['Child'],
      'parent_id={Parent}&is=Partial': ['Child'],
      'is=*&q=chi': ['Child'],
    },
  },
  {
    title: 'D10: each type is found by its name',
    places: placeTypes.map(({ name, key }) => ({ name, placeTypes: { [key]: {} } })),
    finds: Object.fromEntries(placeTypes.map(({ name }) => [`is=${name}`, [name]])),
  },
  {
    title: 'D3: an empty value of a parameter that is no filter counts as absent',
    places: ['Alone', { name: 'Draft', published: null }],
    finds: {
      'limit=&offset=&orderby=&q=&is=&nearby=&nearbyRadius=&bbox=&openAt=&include=&expand=&test=': ['Alone'],
    },
  },
  {
    title: 'D2: names of parameters and fields, and values that are listed, are taken in any case',
    places: [
      { name: 'A', placeTypes: { parishHome: {} } },
      { name: 'B', placeTypes: { parishHome: {} }, published: null },
      'C',
    ],
    finds: {
      'IS=PARISHHOME&Include=NON-Published&OrderBy=NAME-': ['B', 'A'],
      'is=parishhome&LIMIT=1': ['A'],
      'NAME=C': ['C'],
    },
  },
]
