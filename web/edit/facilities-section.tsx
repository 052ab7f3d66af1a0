import { facilities } from '../place/facilities.ts'
import { fieldWords } from '../place/field-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { LongTextField, TernaryField } from './fields.tsx'
import { FormSection } from './form-section.tsx'

/** What the place offers, and how accessible it is. */
export function FacilitiesSection() {
  const labels = useWords(fieldWords)
  return (
    <FormSection name="facilities">
      <div className={styles.pairs}>
        {facilities.map(({ path }) => (
          <TernaryField key={path} at={`/${path.replaceAll('.', '/')}`} label={labels[path]} />
        ))}
      </div>
      <LongTextField at="/placeDetails/info" label={labels['placeDetails.info']} />
      <LongTextField at="/placeDetails/accessibility/info" label={labels['placeDetails.accessibility.info']} />
    </FormSection>
  )
}
