import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { ConfirmDialog, Dialog, DialogEnd } from '../kit/dialog.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useUnread } from '../kit/hooks.ts'
import { useFailureText } from '../kit/message.tsx'
import { usePlaceById } from '../place/place-queries.ts'
import { PlaceSelect } from '../place/place-select.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import {
  closedDay,
  type Day,
  entryOn,
  hasEnded,
  inOrder,
  inPrecedence,
  isDated,
  type OpenHours,
  specialDay,
  withDeciding,
  withEntry,
} from './calendar.ts'
import { EntryLine, Unbroken } from './entry-line.tsx'
import type { EntryText } from './entry-text.ts'
import { capital, type Holiday, hasOwnHours, holidayForm, isUnconfirmed, upcoming } from './holidays.ts'
import styles from './hours-editor.module.css'
import { editorWords } from './hours-words.ts'

export interface MoreHoursProps {
  readonly entries: readonly OpenHours[]
  readonly today: Day
  readonly holidays: readonly Holiday[]
  readonly text: EntryText
  /** The place that the hours belong to. Undefined for a new one. */
  readonly placeId: string | undefined
  readonly onChange: (entries: OpenHours[]) => void
  /** Expands the entry at an index. */
  readonly onOpen: (at: number) => void
}

/** Offers changes in one step: close temporarily, close on holidays, and copy the hours of another place. */
export function MoreHours(props: MoreHoursProps) {
  const words = useWords(editorWords)
  const [dialog, setDialog] = useState<'closed' | 'holidays' | 'copy'>()
  const close = () => setDialog(undefined)
  const look = { variant: 'light', size: 'md', style: { fontSize: 14 } } as const
  return (
    <>
      <Button {...look} icon="close" onClick={() => setDialog('closed')}>
        {words.closedUntil}
      </Button>
      {props.holidays.length > 0 && (
        <Button {...look} icon="calendar" onClick={() => setDialog('holidays')}>
          {words.holidays}
        </Button>
      )}
      <Button {...look} icon="copy" onClick={() => setDialog('copy')}>
        {words.copyHours}
      </Button>
      {dialog === 'closed' && <ClosedDialog {...props} onClose={close} />}
      {dialog === 'holidays' && <HolidaysDialog {...props} onClose={close} />}
      {dialog === 'copy' && <CopyDialog {...props} onClose={close} />}
    </>
  )
}

type DialogProps = MoreHoursProps & { readonly onClose: () => void }

/** Closes the place from one day to another, overriding all other hours. */
function ClosedDialog({ entries, today, text, onChange, onClose }: DialogProps) {
  const words = useWords(editorWords)
  const [first, setFirst] = useState<Day | null>(today)
  const [last, setLast] = useState<Day | null>(null)
  const { isUnread, addUnread } = useUnread()
  const isBefore = first !== null && last !== null && last < first
  const isPossible = first !== null && last !== null && !isBefore && !isUnread
  const next = isPossible ? withDeciding(entries, { validFrom: first, validTo: last, days: {} }) : entries
  const confirm = () => {
    onChange([...next])
    onClose()
  }
  return (
    <ConfirmDialog
      title={words.closedUntil}
      action={words.close}
      isPossible={isPossible}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Group align="start" grow>
        <DayInput
          data-autofocus
          label={words.validFrom}
          clear={words.clear}
          value={first}
          addUnread={addUnread}
          onChange={setFirst}
        />
        <DayInput
          label={words.validTo}
          clear={words.clear}
          value={last}
          {...(first !== null && { from: first })}
          addUnread={addUnread}
          error={isBefore ? words.faults.endBeforeBegin : undefined}
          onChange={setLast}
        />
      </Group>
      <Replaced entries={entries.filter((entry) => !next.includes(entry))} text={text} />
    </ConfirmDialog>
  )
}

/** The entries that a step removes; nothing without any. */
function Replaced({ entries, text }: Pick<MoreHoursProps, 'entries' | 'text'>) {
  const words = useWords(editorWords)
  if (entries.length === 0) return null
  return (
    <div>
      <Soft>{words.replaces}</Soft>
      <Entries entries={entries} text={text} />
    </div>
  )
}

/** Entries, each in a line. */
function Entries({ entries, text, none }: Pick<MoreHoursProps, 'entries' | 'text'> & { readonly none?: string }) {
  return (
    <ul className={styles.copied}>
      {entries.map((entry, at) => (
        <li key={at}>
          <EntryLine {...{ entry, text }} />
        </li>
      ))}
      {entries.length === 0 && <li>{none}</li>}
    </ul>
  )
}

/**
 * Closes the place on upcoming holidays, and confirms ordinary hours on the others: each becomes a special day. Holidays
 * that have hours show them, and can be changed.
 */
function HolidaysDialog({ entries, today, holidays, text, onChange, onOpen, onClose }: DialogProps) {
  const words = useWords(editorWords)
  const format = useFormat()
  const [chosen, setChosen] = useState<readonly Day[]>([])
  const offered = upcoming(holidays, today)
  const precedence = inPrecedence(inOrder(entries.filter(isDated)))
  const unconfirmed = offered.filter(({ day }) => !chosen.includes(day) && isUnconfirmed(precedence, day))
  const label = ({ day, name }: Holiday, entry: OpenHours) => {
    return [capital(name), format.day(day, holidayForm), text.week(entry)].filter((part) => part !== '').join(' · ')
  }
  const add = (days: readonly Holiday[]) => {
    onChange([...entries, ...chosen.map(closedDay), ...days.map(({ day }) => specialDay(entries, day))])
    onClose()
  }
  const change = (entry: OpenHours) => {
    onOpen(entries.indexOf(entry))
    onClose()
  }
  return (
    <Dialog title={words.holidays} size="lg" onClose={onClose}>
      <Soft>{words.holidaysHint}</Soft>
      <Checkbox.Group value={[...chosen]} onChange={setChosen}>
        <Stack gap="xs">
          {offered.map((holiday) => {
            const { day, name } = holiday
            const entry = entryOn(precedence, day)
            if (!entry || !hasOwnHours(precedence, day))
              return (
                <Checkbox key={day} value={day} label={<Unbroken text={label(holiday, specialDay(entries, day))} />} />
              )
            return (
              <Group key={day} justify="space-between" wrap="nowrap" className={styles.given}>
                <Text size="sm">
                  <Unbroken text={label(holiday, entry)} />
                </Text>
                <Button variant="subtle" size="sm" aria-label={words.changeDay(name)} onClick={() => change(entry)}>
                  {words.change}
                </Button>
              </Group>
            )
          })}
        </Stack>
      </Checkbox.Group>
      <DialogEnd onCancel={onClose}>
        {unconfirmed.length > 0 && (
          <Button variant="light" onClick={() => add(unconfirmed)}>
            {words.confirmOn(unconfirmed.length, chosen.length)}
          </Button>
        )}
        <Button disabled={chosen.length === 0} onClick={() => add([])}>
          {words.closeOn(chosen.length)}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}

/** Copies the current and future hours of another place: in place of the present ones, or in addition. */
function CopyDialog({ entries, today, text, placeId, onChange, onClose }: DialogProps) {
  const words = useWords(editorWords)
  const [id, choose] = useState<string>()
  const { data, error } = usePlaceById(id)
  const failureText = useFailureText()
  const copied = (data?.place.openHours ?? []).filter((entry) => !hasEnded(entry, today))
  const take = (next: OpenHours[]) => {
    onChange(next)
    onClose()
  }
  const added = copied.reduce(withEntry, [...entries])
  const replaced = entries.filter((entry) => !added.includes(entry))
  const isNone = copied.length === 0
  return (
    <Dialog title={words.copyHours} size="lg" onClose={onClose}>
      <PlaceSelect
        label={words.copyFrom}
        nothingFoundMessage={words.nothingFound}
        value={id}
        exceptId={placeId}
        onChange={(id) => choose(id ?? undefined)}
        data-autofocus
      />
      {data && <Entries entries={copied} text={text} none={words.noHoursThere} />}
      <Replaced entries={replaced} text={text} />
      <DialogEnd onCancel={onClose} failureText={error ? failureText(error) : undefined}>
        {entries.length > 0 && (
          <Button variant="light" disabled={isNone} onClick={() => take(added)}>
            {words.copyAdd}
          </Button>
        )}
        <Button disabled={isNone} onClick={() => take(copied)}>
          {entries.length > 0 ? words.copyReplace : words.copyAdd}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}
