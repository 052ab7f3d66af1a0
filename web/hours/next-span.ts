import type { OpenSpan } from './calendar.ts'
import { isWhole } from './hours-faults.ts'

const usualDay: OpenSpan = { from: '09:00', to: '17:00' }

/** What a day gets to begin with: a usual day, or after other hours an empty span, which is left out when it is saved. */
export function nextSpan(spans: readonly OpenSpan[]): OpenSpan {
  return spans.some(isWhole) ? { from: '', to: '' } : usualDay
}
