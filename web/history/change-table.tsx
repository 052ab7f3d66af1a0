import { Text } from '@mantine/core'
import { changedPointers, isObject, type Json, type JsonObject, type Pointer, valueAt } from '../body/json.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { useWords } from '../words/language.tsx'
import styles from './history.module.css'
import { historyWords } from './history-words.ts'

interface ChangeTableProps {
  readonly before: JsonObject
  readonly after: JsonObject
}

/** Set by the service at every change. */
const always: ReadonlySet<Pointer> = new Set(['/updated', '/updatedBy', '/created', '/createdBy', '/id'])

/** What differs between two states of a place, side by side. */
export function ChangeTable({ before, after }: ChangeTableProps) {
  const words = useWords(historyWords)
  const labelOf = useFieldLabel()
  const pointers = shownPointers(before, after)
  const isNew = Object.keys(before).length === 0
  if (pointers.length === 0) return <Text c="dimmed">{words.nothing}</Text>
  return (
    <div className={styles.changes}>
      {pointers.map((pointer) => (
        <div key={pointer} className={styles.change} data-new={isNew || undefined}>
          <Text fw={550} size="sm" className={styles.member}>
            {labelOf(pointer)}
          </Text>
          {!isNew && <Side label={words.before} at={pointer} value={valueAt(before, pointer)} />}
          <Side label={isNew ? undefined : words.after} at={pointer} value={valueAt(after, pointer)} />
        </div>
      ))}
    </div>
  )
}

interface SideProps {
  readonly label: string | undefined
  readonly at: Pointer
  readonly value: Json
}

function Side({ label, at, value }: SideProps) {
  return (
    <div className={styles.side}>
      {label !== undefined && (
        <Text size="xs" c="dimmed">
          {label}
        </Text>
      )}
      <ShownMember at={at} value={value} />
    </div>
  )
}

/** What is read as one thing, however little of it has changed. */
const wholes: readonly Pointer[] = ['/geolocation', '/owner', '/parent']

/** The whole that a change is told as; the type of a place where it is another type now. */
function wholeOf(pointer: Pointer, before: JsonObject, after: JsonObject): Pointer {
  const types = [before.placeTypes, after.placeTypes].map((value) => Object.keys(isObject(value) ? value : {}).join())
  if (pointer.startsWith('/placeTypes/') && types[0] !== types[1]) return '/placeTypes'
  return wholes.find((whole) => pointer.startsWith(`${whole}/`)) ?? pointer
}

/** What tells a person something; an empty object tells nothing. */
function shownPointers(before: JsonObject, after: JsonObject): Pointer[] {
  const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0
  const told = changedPointers(before, after)
    .map((pointer) => wholeOf(pointer, before, after))
    .filter((pointer) => !always.has(pointer))
    .filter(
      (pointer) =>
        ![valueAt(before, pointer), valueAt(after, pointer)].every((side) => side === undefined || isEmpty(side)),
    )
  return [...new Set(told)]
}
