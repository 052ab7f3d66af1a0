import { fieldWords } from '../place/field-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { LongTextField, TernaryField } from './fields.tsx'
import { FormSection } from './form-section.tsx'

const general = ['hasToilet', 'hasWifi', 'hasCafe', 'hasChargingStation', 'hasParking'] as const
const accessibility = ['toiletAccessible', 'toiletSoapNonAllergenic', 'hasHearingLoop', 'hasRamp'] as const

/** What the place offers, and how accessible it is. */
export function FacilitiesSection() {
  const labels = useWords(fieldWords)
  return (
    <FormSection name="facilities">
      <div className={styles.pairs}>
        {general.map((name) => (
          <TernaryField key={name} at={`/placeDetails/${name}`} label={labels[`placeDetails.${name}`]} />
        ))}
        {accessibility.map((name) => (
          <TernaryField
            key={name}
            at={`/placeDetails/accessibility/${name}`}
            label={labels[`placeDetails.accessibility.${name}`]}
          />
        ))}
      </div>
      <LongTextField at="/placeDetails/info" label={labels['placeDetails.info']} />
      <LongTextField at="/placeDetails/accessibility/info" label={labels['placeDetails.accessibility.info']} />
    </FormSection>
  )
}
