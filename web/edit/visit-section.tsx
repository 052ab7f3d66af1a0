import { Accordion, Group, Switch, Text } from '@mantine/core'
import { fieldWords } from '../place/field-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { LongTextField, TextField } from './fields.tsx'
import { FormSection } from './form-section.tsx'
import { PhoneField } from './phone-field.tsx'
import { useField } from './use-field.ts'

const olderFields = ['visitingAddress', 'address', 'postalCode', 'city'] as const

/** Where to go and how to reach the place, which is in a country where that is known. */
export function VisitSection({ country }: { readonly country: string | undefined }) {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  return (
    <FormSection name="visit">
      <TextField at="/visitingInfo/address" label={labels['visitingInfo.address']} />
      <div className={styles.postal}>
        <TextField at="/visitingInfo/postalCode" label={labels['visitingInfo.postalCode']} />
        <TextField at="/visitingInfo/city" label={labels['visitingInfo.city']} />
      </div>
      <LongTextField at="/visitingInfo/description" label={labels['visitingInfo.description']} />
      <PhoneField country={country} />
      <Group grow align="start" preventGrowOverflow={false} wrap="wrap">
        <TextField at="/contactInfo/email" label={labels['contactInfo.email']} type="email" />
        <TextField at="/contactInfo/url" label={labels['contactInfo.url']} type="url" />
      </Group>
      <FetchField />
      <Accordion variant="contained">
        <Accordion.Item value="older">
          <Accordion.Control>{words.olderFields}</Accordion.Control>
          <Accordion.Panel>
            <Text size="sm" c="dimmed" mb="sm">
              {words.olderHint}
            </Text>
            <div className={styles.pairs}>
              {olderFields.map((name) => (
                <TextField key={name} at={`/contactInfo/${name}`} label={labels[`contactInfo.${name}`]} />
              ))}
            </div>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </FormSection>
  )
}

function FetchField() {
  const words = useWords(editWords)
  const labels = useWords(fieldWords)
  const { value, fault, set } = useField<boolean>('/contactInfo/fetchAutomatically')
  return (
    <Switch
      data-field="/contactInfo/fetchAutomatically"
      label={labels['contactInfo.fetchAutomatically']}
      description={words.fetchHint}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked ? true : value === undefined ? undefined : false)}
      error={fault}
    />
  )
}
