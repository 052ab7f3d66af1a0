import { together } from '../../support/together.ts'

together('api/[h-r]')
