import { together } from '../../support/together.ts'

together('api/[s-z]')
