import { togetherLong } from '../../support/together.ts'

togetherLong('index', 'store', 'exchange', 'geo', 'web/units/')
