import { togetherLong } from '../../support/together.ts'

togetherLong('api', 'cli', 'client', 'service')
