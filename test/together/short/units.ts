import { together } from '../../support/together.ts'

together('access', 'common', 'config', 'demo', 'directory', 'exchange', 'geo', 'hours', 'place', 'query', 'web/units/')
