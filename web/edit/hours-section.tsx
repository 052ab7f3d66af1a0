import { Text } from '@mantine/core'
import type { Json } from '../body/pointer.ts'
import type { OpenHours } from '../hours/calendar.ts'
import { HoursEditor } from '../hours/hours-editor.tsx'
import { FormSection } from './form-section.tsx'
import { useFaultsBelow, useField } from './use-field.ts'

/** When the place is open. */
export function HoursSection() {
  const { value, fault, set } = useField<Json[]>('/openHours')
  const faults = useFaultsBelow('/openHours')
  return (
    <FormSection name="hours">
      <HoursEditor
        entries={(value ?? []) as unknown as OpenHours[]}
        faults={faults}
        onChange={(entries) => set(entries.length > 0 ? (entries as unknown as Json[]) : undefined)}
      />
      {fault && <Text c="var(--mantine-color-error)">{fault}</Text>}
    </FormSection>
  )
}
