import { Alert, Checkbox, Code, Group, MultiSelect, NumberInput, Select, Stack, TextInput, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { anyOf, escaped } from '../../src/query/parse/filter-signs.ts'
import { type Language, languages } from '../../src/words/words.ts'
import { serviceAddress } from '../addresses.ts'
import { DirectoryMultiSelect, DirectorySelect } from '../directory/directory-select.tsx'
import { CopyText } from '../kit/copy-text.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useSearchedSelect } from '../kit/hooks.ts'
import { useFacets } from '../place/place-queries.ts'
import { placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { addressOfSearch } from '../search/search-value.ts'
import { settings } from '../settings.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'
import { composeWords } from './manage-words.ts'

/** The settings of a finder. */
interface Composed {
  readonly owner: string | undefined
  readonly types: readonly string[]
  readonly municipalities: readonly string[]
  readonly tags: readonly string[]
  /** More filters, as the query of an address. */
  readonly filter: string
  readonly language: Language
  readonly limit: number
  readonly open: boolean
}

const limitDefault = 10

/** Composes a finder for another site: its search, the snippet to copy, and a preview. */
export default function FinderPage() {
  const words = useWords(composeWords)
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      {settings.publicKey === undefined ? <Alert color="orange">{words.closed}</Alert> : <Composer />}
    </ManageLayout>
  )
}

const noChoice = {
  ...{ owner: undefined, types: [], municipalities: [], tags: [], filter: '' },
  ...{ limit: limitDefault, open: false },
}

function Composer() {
  const words = useWords(composeWords)
  const { language } = useLanguage()
  const [composed, compose] = useState<Composed>({ ...noChoice, language })
  const change = (next: Partial<Composed>) => compose({ ...composed, ...next })
  const snippet = snippetOf(composed, composeWords[composed.language].link)
  return (
    <Stack>
      <Choices composed={composed} change={change} />
      <Checkbox
        label={words.open}
        checked={composed.open}
        onChange={(event) => change({ open: event.currentTarget.checked })}
      />
      <section aria-labelledby="snippet">
        <Title order={2} size="h4" id="snippet" mb="xs">
          {words.snippet}
        </Title>
        <Code block mb="xs" className={styles.snippet}>
          {snippet}
        </Code>
        <CopyText text={snippet} variant="light" />
        <Soft>{words.origins(new URL(serviceAddress('/'), location.href).origin)}</Soft>
      </section>
      <section aria-labelledby="preview">
        <Title order={2} size="h4" id="preview" mb="xs">
          {words.preview}
        </Title>
        <Preview composed={composed} />
      </section>
    </Stack>
  )
}

interface ChoicesProps {
  readonly composed: Composed
  readonly change: (next: Partial<Composed>) => void
}

/** Which places the finder shows, in which language, and how many at once. */
function Choices({ composed, change }: ChoicesProps) {
  const words = useWords(composeWords)
  const { types } = useWords(placeWords)
  return (
    <Group align="end">
      <DirectorySelect
        kind="owners"
        label={words.owner}
        clearable
        value={composed.owner}
        onChange={(entry) => change({ owner: entry?.id })}
      />
      <MultiSelect
        searchable
        label={words.types}
        data={placeTypes.map(({ key, name }) => ({ value: name, label: types[key] }))}
        value={[...composed.types]}
        onChange={(names) => change({ types: names })}
      />
      <MunicipalitySelect
        label={words.municipality}
        value={composed.municipalities}
        onChange={(municipalities) => change({ municipalities })}
      />
      <DirectoryMultiSelect
        kind="tags"
        label={words.tags}
        value={composed.tags}
        onChange={(tags) => change({ tags })}
      />
      <FilterInput onChange={(filter) => change({ filter })} />
      <Select
        label={words.language}
        data={languages.map((one) => ({ value: one, label: words.languages[one] }))}
        value={composed.language}
        allowDeselect={false}
        onChange={(one) => change({ language: one as Language })}
      />
      <NumberInput
        label={words.limit}
        min={1}
        max={50}
        value={composed.limit}
        onChange={(limit) => change({ limit: Number(limit) || limitDefault })}
      />
    </Group>
  )
}

interface MunicipalitySelectProps {
  readonly label: string
  readonly value: readonly string[]
  readonly onChange: (names: string[]) => void
}

/** Municipalities of places, found by words of their names; nothing where no place has one. */
function MunicipalitySelect({ label, value, onChange }: MunicipalitySelectProps) {
  const { searched, select } = useSearchedSelect('')
  const query = /[\p{L}\p{N}]/u.test(searched) ? { [municipality]: `~${escaped(searched)}` } : {}
  const found = (useFacets([municipality], query)?.[municipality] ?? []).map(({ value }) => String(value))
  if (searched === '' && value.length === 0 && found.length === 0) return
  const names = [...new Set([...value, ...found])]
  return <MultiSelect {...select} hidePickedOptions label={label} value={[...value]} data={names} onChange={onChange} />
}

const municipality = 'geolocationinfo_municipality'

/** More filters, applied when they are complete. */
function FilterInput({ onChange }: { readonly onChange: (filter: string) => void }) {
  const words = useWords(composeWords)
  const apply = ({ value }: HTMLInputElement) => onChange(value.trim().replace(/^\?/, ''))
  return (
    <TextInput
      label={words.filter}
      placeholder="placedetails_haswifi=true"
      onBlur={(event) => apply(event.currentTarget)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
    />
  )
}

/** The same script that other sites load, with the same attributes. */
function Preview({ composed }: { readonly composed: Composed }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.src = serviceAddress('/finder.js')
    document.head.append(script)
    return () => script.remove()
  }, [])
  useEffect(() => {
    const finder = document.createElement('gazetteer-finder')
    for (const [name, value] of attributesOf(composed)) finder.setAttribute(name, value)
    place.current?.replaceChildren(finder)
  }, [composed])
  return <div ref={place} />
}

function attributesOf(composed: Composed): readonly (readonly [string, string])[] {
  const { owner = '', types, municipalities, tags, filter, language, limit, open } = composed
  const tagged = tags.length === 0 ? '' : `tags_id=${anyOf(tags)}`
  const all = [
    ['owner', owner],
    ['types', types.join(',')],
    ['municipality', anyOf(municipalities)],
    ['filter', [tagged, filter].filter((one) => one !== '').join('&')],
    ['lang', language],
    ['limit', limit === limitDefault ? '' : String(limit)],
  ] as const
  return [...all.filter(([, value]) => value !== ''), ...(open ? [['open', ''] as const] : [])]
}

/** Returns the HTML for another site; the link appears if scripts are off. */
function snippetOf(composed: Composed, linkText: string): string {
  const { owner, types, municipalities, tags, open } = composed
  const at = (path: string) => new URL(serviceAddress(path), location.href).href
  const search = addressOfSearch({
    owner_id: owner === undefined ? [] : [owner],
    is: types,
    [municipality]: municipalities,
    tags_id: tags,
    openAt: open ? 'now' : undefined,
  })
  const attributes = attributesOf(composed).map(([name, value]) =>
    value === '' ? ` ${name}` : ` ${name}="${escapedHtml(value)}"`,
  )
  const link = `<a href="${escapedHtml(at(search))}">${linkText}</a>`
  return `<script src="${at('/finder.js')}" async></script>\n<gazetteer-finder${attributes.join('')}>${link}</gazetteer-finder>`
}

function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
