import type { Fault } from '../../client/client.ts'
import { closingTime, openingTime, overlaps } from '../../src/place/open-hours.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { type OpenHours, type OpenSpan, weekdays } from './calendar.ts'
import { editorWords } from './hours-words.ts'

/** Whether both times of a span are there. */
export function isWhole({ from, to }: OpenSpan): boolean {
  return openingTime.test(from) && closingTime.test(to)
}

/** What is wrong with hours in whatever order they stand, by the pointer below their list: `/0/days/mo/1`. */
export interface HoursFaults {
  /** What contradicts itself, told while it is typed (D22). */
  contradictions(entries: readonly OpenHours[]): Fault[]
  /** What is half typed or not given yet, told when it is to be saved. */
  gaps(entries: readonly OpenHours[]): Fault[]
}

/** The faults that can be told before the service is asked, in the language of the page. */
export function useHoursFaults(): HoursFaults {
  const { faults: words } = useWords(editorWords)
  const faultText = useFaultText()
  return {
    contradictions(entries) {
      const begins = entries.filter(({ validFrom }) => validFrom === undefined)
      return entries.flatMap((entry, at) => {
        const { validFrom, validTo } = entry
        return [
          ...(begins.indexOf(entry) > 0 ? [{ pointer: `/${at}/validFrom`, detail: words.noBegin }] : []),
          ...(validFrom && validTo && validTo < validFrom
            ? [{ pointer: `/${at}/validTo`, detail: words.endBeforeBegin }]
            : []),
          ...weekdays.flatMap((day) =>
            overlaps(entry.days?.[day]).map(({ at: span, detail }) => ({
              pointer: `/${at}/days/${day}/${span}`,
              detail: faultText(detail),
            })),
          ),
        ]
      })
    },
    gaps(entries) {
      return entries.flatMap((entry, at) => [
        ...(['validFrom', 'validTo'] as const).flatMap((end) =>
          entry[end] === '' ? [{ pointer: `/${at}/${end}`, detail: words.noDay }] : [],
        ),
        ...weekdays.flatMap((day) =>
          (entry.days?.[day] ?? []).flatMap((span, index) =>
            isWhole(span) || isEmpty(span) ? [] : [{ pointer: `/${at}/days/${day}/${index}`, detail: words.noTime }],
          ),
        ),
      ])
    },
  }
}

/** Hours that are left empty are left out. */
function isEmpty({ from, to }: OpenSpan): boolean {
  return !from?.trim() && !to?.trim()
}
