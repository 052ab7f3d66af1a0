import { areaCases } from './area-cases.ts'
import { dateCases } from './date-cases.ts'
import { fieldCases } from './field-cases.ts'
import { fullTextCases } from './full-text-cases.ts'
import { kindCases } from './kind-cases.ts'
import { orderCases } from './order-cases.ts'
import type { QueryCases } from './query-cases.ts'
import { stateCases } from './state-cases.ts'
import { textCases } from './text-cases.ts'

/** What queries mean, by examples: each way to search must find the same. */
export const queryCases: readonly QueryCases[] = [
  ...textCases,
  ...fieldCases,
  ...kindCases,
  ...dateCases,
  ...stateCases,
  ...fullTextCases,
  ...orderCases,
  ...areaCases,
]
