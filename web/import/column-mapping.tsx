import { Select, Switch, Title } from '@mantine/core'
import { useMemo } from 'react'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Note } from '../kit/message.tsx'
import { type FieldName, fieldWords } from '../place/field-words.ts'
import { placeWords } from '../place/place-words.ts'
import { TypeSelect } from '../place/type-select.tsx'
import { useWords } from '../words/language.tsx'
import { type Mapping, type Target, type TypeNames, unknownTypes } from './headings.ts'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import type { Table } from './read-file.ts'
import type { Defaults } from './records.ts'

interface ColumnMappingProps {
  readonly table: Table
  readonly targets: readonly Target[]
  readonly mapping: Mapping
  readonly hasOwner: boolean
  readonly onChange: (mapping: Mapping) => void
}

/** What each column of a table means: guessed, and to be set right. A target is filled by one column. */
export function ColumnMapping({ table, targets, mapping, hasOwner, onChange }: ColumnMappingProps) {
  const words = useWords(importWords)
  const labels = useWords(fieldWords)
  const labelOf = (path: string) =>
    (words.targets as Readonly<Record<string, string>>)[path] ?? labels[path as FieldName] ?? path
  const choices = targets.map(({ path }) => ({ value: path, label: labelOf(path) }))
  const set = (index: number, path: string | undefined) =>
    onChange(mapping.map((present, at) => (at === index ? path : present === path ? undefined : present)))
  const isDirectory = mapping.includes('kind')
  const missing = isDirectory ? [] : missingFields(mapping, { hasPositions: table.hasPositions, hasOwner })
  return (
    <section className={styles.section} aria-labelledby="columns">
      <Title order={2} size="h4" id="columns">
        {words.columnsTitle}
      </Title>
      <Soft>{words.columnsHint}</Soft>
      <ul className={`framed ${styles.columns}`}>
        {table.columns.map((column, index) => (
          <li key={index} className={styles.column}>
            <span className={styles.heading}>{column}</span>
            <span className={styles.sample}>{sampleOf(table, index)}</span>
            <div>
              <Select
                size="sm"
                searchable
                clearable
                aria-label={words.meaningOf(column)}
                placeholder={words.leftOut}
                data={choices}
                value={mapping[index] ?? null}
                onChange={(path) => set(index, path ?? undefined)}
              />
            </div>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <Note color="orange" className={styles.note}>
          {words.missing(missing.map((field) => words.required[field]).join(', '))}
        </Note>
      )}
      {!isDirectory && !mapping.includes('key') && !table.rows.some(({ base }) => base?.key) && (
        <Note color="blue" className={styles.note}>
          {words.noKey}
        </Note>
      )}
    </section>
  )
}

interface TypeNameMappingProps {
  readonly table: Table
  readonly mapping: Mapping
  readonly value: TypeNames
  readonly onChange: (value: TypeNames) => void
}

/** What the names in a column of types mean that no type has; nothing where there are none. */
export function TypeNameMapping({ table, mapping, value, onChange }: TypeNameMappingProps) {
  const words = useWords(importWords)
  const unknown = useMemo(() => unknownTypes(table, mapping), [table, mapping])
  if (unknown.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="type-names">
      <Title order={2} size="h4" id="type-names">
        {words.typesTitle}
      </Title>
      <Soft>{words.typesHint}</Soft>
      <ul className={`framed ${styles.columns}`}>
        {unknown.map((name) => (
          <li key={name} className={styles.column}>
            <span className={styles.heading}>{name}</span>
            <span />
            <TypeSelect
              size="sm"
              clearable
              aria-label={words.typeOf(name)}
              value={value[name] ?? null}
              onChange={(type) => {
                const { [name]: _, ...others } = value
                onChange(type ? { ...others, [name]: type } : others)
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Given {
  readonly hasPositions: boolean
  readonly hasOwner: boolean
}

type Required = 'name' | 'position' | 'owner' | 'ownerId' | 'ownerType'

function missingFields(mapping: Mapping, { hasPositions, hasOwner }: Given): Required[] {
  const has = (...paths: string[]) => paths.every((path) => mapping.includes(path))
  const isOwned = hasOwner || has('ownerName')
  const [hasId, hasType] = [has('owner.id'), has('owner.type')]
  const given: Readonly<Record<Required, boolean>> = {
    name: has('name'),
    position: hasPositions || has('position') || has('latitude', 'longitude'),
    owner: isOwned || hasId || hasType,
    ownerId: isOwned || hasId || !hasType,
    ownerType: isOwned || hasType || !hasId,
  }
  return (Object.keys(given) as Required[]).filter((name) => !given[name])
}

const samplesMax = 2

/** The first different values of a column. */
function sampleOf({ rows }: Table, index: number): string {
  const found = new Set<string>()
  for (const { cells } of rows.slice(0, 200)) {
    const cell = cells[index]
    if (cell === undefined) continue
    found.add((typeof cell === 'string' ? cell : JSON.stringify(cell)).slice(0, 80))
    if (found.size === samplesMax) break
  }
  return [...found].join(' · ')
}

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
        <TypeSelect
          label={words.type}
          clearable
          placeholder={types.external}
          value={value.type ?? null}
          onChange={(type) => onChange({ ...value, type })}
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
