import { together } from '../../support/together.ts'

together('sign-in', 'webhooks', 'client', 'cli')
