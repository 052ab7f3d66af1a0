import { together } from '../../support/together.ts'

together(
  'access',
  'common',
  'config',
  'demo',
  'directory',
  'exchange',
  'geo',
  'hours',
  'place',
  'query',
  'read-model',
  'web/units/',
)
