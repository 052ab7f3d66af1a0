import { together } from '../../support/together.ts'

together('api/[a-g]')
