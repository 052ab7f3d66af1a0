import { Select, Switch, Title } from '@mantine/core'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { type PlaceTypeKey, placeTypes } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import type { Defaults } from './records.ts'

interface DefaultValuesProps {
  readonly value: Defaults
  readonly onChange: (value: Defaults) => void
}

/** What is written where a record says nothing: an owner, a type, and whether it is published. */
export function DefaultValues({ value, onChange }: DefaultValuesProps) {
  const words = useWords(importWords)
  const { types } = useWords(placeWords)
  return (
    <section className={styles.section} aria-labelledby="defaults">
      <Title order={2} size="h4" id="defaults">
        {words.defaultsTitle}
      </Title>
      <div className={styles.defaults}>
        <DirectorySelect
          kind="owners"
          label={words.owner}
          clearable
          value={value.owner?.id}
          onChange={(entry) => onChange({ ...value, owner: entry && { id: entry.id, type: entry.type } })}
        />
        <Select
          label={words.type}
          clearable
          placeholder={types.external}
          data={placeTypes.map(({ key }) => ({ value: key, label: types[key] }))}
          value={value.type ?? null}
          onChange={(key) => onChange({ ...value, type: (key ?? undefined) as PlaceTypeKey | undefined })}
        />
        <Switch
          className={styles.switch}
          label={words.publish}
          description={words.publishHint}
          checked={value.published !== undefined}
          onChange={(event) =>
            onChange({ ...value, published: event.currentTarget.checked ? new Date().toISOString() : undefined })
          }
        />
      </div>
    </section>
  )
}
