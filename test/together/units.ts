import { together } from '../support/together.ts'

together('access', 'common', 'directory', 'exchange', 'geo', 'hours', 'place', 'query')
