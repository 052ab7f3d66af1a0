import { Text, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { useFocusNext } from '../kit/hooks.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './saved-list.module.css'

/** A search saved in this browser, under a unique name. */
interface SavedSearch {
  readonly name: string
  /** The query string of its address. */
  readonly text: string
}

const savedMax = 50
const nameCharactersMax = 60

interface SavedListProps {
  /** The storage key of the saved searches. */
  readonly storageName: string
  /** The current search. */
  readonly text: string
  readonly onOpened: () => void
}

/** Lists saved searches to open, rename or delete, and saves the current one. */
export default function SavedList({ storageName, text, onOpened }: SavedListProps) {
  const words = useWords(exploreWords)
  const [kept, keep] = useLocalStorage<readonly SavedSearch[]>({
    key: storageName,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const saved = Array.isArray(kept) ? kept : []
  const isFull = saved.length >= savedMax
  const [renamed, rename] = useState<string>()
  const { container, focusNext } = useFocusNext<HTMLDivElement>()
  // Replaces a search with the same name.
  const put = (search: SavedSearch, former = search.name) => {
    const others = saved.filter(({ name }) => name !== former && name !== search.name)
    keep([...others, search].sort((one, other) => one.name.localeCompare(other.name)))
    rename(undefined)
    focusNext('[data-last]')
  }
  return (
    <div ref={container} className={styles.saved}>
      {(saved.length === 0 || isFull) && (
        <Text size="sm" c="dimmed">
          {isFull ? words.savedFull(savedMax) : words.savedNone}
        </Text>
      )}
      <ul className={styles.list}>
        {saved.map((search) => (
          <li key={search.name}>
            {renamed === search.name ? (
              <NameForm
                label={words.newName}
                name={search.name}
                onName={(name) => put({ ...search, name }, search.name)}
              />
            ) : (
              <>
                <Link className={styles.link} href={`${addresses.explorer}?${search.text}`} onClick={onOpened}>
                  {search.name}
                </Link>
                <IconButton
                  icon="edit"
                  label={words.rename(search.name)}
                  onClick={() => {
                    rename(search.name)
                    focusNext('li input')
                  }}
                />
                <IconButton
                  icon="trash"
                  label={words.removeSaved(search.name)}
                  color="red"
                  onClick={() => {
                    keep(saved.filter(({ name }) => name !== search.name))
                    focusNext('[data-last]')
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {!isFull && <NameForm label={words.saveName} isLast onName={(name) => put({ name, text })} />}
    </div>
  )
}

interface NameFormProps {
  readonly label: string
  readonly name?: string
  /** True for the last of the list, which gets the focus when a row is removed. */
  readonly isLast?: boolean
  readonly onName: (name: string) => void
}

function NameForm({ label, name: former = '', isLast = false, onName }: NameFormProps) {
  const words = useWords(exploreWords)
  const [name, setName] = useState(former)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    setName('')
    onName(name.trim())
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        size="sm"
        label={label}
        value={name}
        maxLength={nameCharactersMax}
        onChange={(event) => setName(event.currentTarget.value)}
        {...(isLast && { 'data-last': true })}
      />
      <Button type="submit" disabled={name.trim() === ''}>
        {words.save}
      </Button>
    </form>
  )
}
