import { closingTime, openingTime } from '../../src/place/open-hours.ts'
import { overlaps } from '../../src/place/rules/hours-faults.ts'
import type { FieldFault } from '../words/fault-words.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { isEmpty, isUndatedDay, lacksHours, type OpenHours, type OpenSpan, weekdays } from './calendar.ts'
import { editorWords } from './hours-words.ts'

/** Returns whether both times of a span are complete. */
export function isWhole({ from, to }: OpenSpan): boolean {
  return openingTime.test(from) && closingTime.test(to)
}

/**
 * Returns functions that find faults in hours, in any order, by the pointer below their list (`/0/days/mo/1`). They
 * find those that need no call of the service.
 */
export function useHoursFaults() {
  const { faults: words } = useWords(editorWords)
  const faultText = useFaultText()
  return {
    /** Returns contradictions, shown during typing (D22). */
    contradictions(entries: readonly OpenHours[]): FieldFault[] {
      const begins = entries.filter(({ validFrom }) => validFrom === undefined)
      return entries.flatMap((entry, at) => {
        const { validFrom, validTo } = entry
        return [
          ...(begins.indexOf(entry) > 0 ? [{ pointer: `/${at}/validFrom`, detail: words.noBegin }] : []),
          ...(validFrom && validTo && validTo < validFrom
            ? [{ pointer: `/${at}/validTo`, detail: words.endBeforeBegin }]
            : []),
          ...weekdays.flatMap((day) =>
            overlaps(entry.days?.[day]).map(({ at: span, fault }) => ({
              pointer: `/${at}/days/${day}/${span}`,
              detail: faultText(fault),
            })),
          ),
        ]
      })
    },
    /** Returns incomplete or missing values, shown on saving. */
    gaps(entries: readonly OpenHours[]): FieldFault[] {
      return entries.flatMap((entry, at) => [
        ...(isUndatedDay(entry) ? (['validFrom'] as const) : (['validFrom', 'validTo'] as const)).flatMap((end) =>
          entry[end] === '' ? [{ pointer: `/${at}/${end}`, detail: words.noDay }] : [],
        ),
        ...(lacksHours(entry) ? [{ pointer: `/${at}`, detail: words.noDayHours }] : []),
        ...weekdays.flatMap((day) =>
          (entry.days?.[day] ?? []).flatMap((span, index) =>
            isWhole(span) || isEmpty(span) ? [] : [{ pointer: `/${at}/days/${day}/${index}`, detail: words.noTime }],
          ),
        ),
      ])
    },
  }
}
