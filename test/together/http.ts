import { together } from '../support/together.ts'

together('http', 'service', 'sign-in', 'webhooks', 'client', 'cli', 'demo', 'config')
