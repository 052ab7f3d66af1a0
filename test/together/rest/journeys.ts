import '../../support/web.ts'
import { together } from '../../support/together.ts'

together('web/journeys/')
