import { together } from '../../support/together.ts'

together('http', 'service')
