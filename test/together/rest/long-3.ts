import { togetherLong } from '../../support/together.ts'

togetherLong('search')
