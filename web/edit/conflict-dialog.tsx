import { Group, Radio, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Pointer } from '../body/json.ts'
import { entriesOf, hoursAt } from '../hours/calendar.ts'
import { HoursChange } from '../hours/hours-change.tsx'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { useAuthorName, useFormat, useWords } from '../words/language.tsx'
import type { Clash } from './conflict.ts'
import styles from './edit.module.css'
import { conflictWords } from './edit-words.ts'
import { ShownMember } from './shown-member.tsx'
import type { Conflict, Editing } from './use-editing.ts'

/** Shows someone else's change beside one's own. For members that both changed, the user selects a version. */
export function ConflictDialog({ editing, conflict }: { readonly editing: Editing; readonly conflict: Conflict }) {
  const words = useWords(conflictWords)
  const format = useFormat()
  const author = useAuthorName()
  const [theirsChosen, setTheirsChosen] = useState<ReadonlySet<Pointer>>(new Set())
  const { clashes, taken, theirs, isEarly } = conflict
  const { updated, updatedBy } = theirs.place
  const choose = (pointer: Pointer, isTheirs: boolean) => {
    const others = [...theirsChosen].filter((chosen) => chosen !== pointer)
    setTheirsChosen(new Set(isTheirs ? [...others, pointer] : others))
  }
  return (
    <Dialog onClose={editing.leaveConflict} size="xl" title={words.title}>
      <Text>
        {updatedBy ? words.whoAndWhen(author(updatedBy), format.moment(updated)) : words.when(format.moment(updated))}
      </Text>
      {clashes.length > 0 ? <Text fw={550}>{words.choose}</Text> : <Text>{words.noClash}</Text>}
      {clashes.map((clash) => (
        <ClashChoice
          key={clash.pointer}
          clash={clash}
          isTheirs={theirsChosen.has(clash.pointer)}
          onChoose={(isTheirs) => choose(clash.pointer, isTheirs)}
        />
      ))}
      {taken.length > 0 && <TakenChanges taken={taken} />}
      <Group justify="end">
        <Button variant="default" onClick={editing.leaveConflict}>
          {words.back}
        </Button>
        <Button onClick={() => void editing.settle(theirsChosen)}>{isEarly ? words.goOn : words.save}</Button>
      </Group>
    </Dialog>
  )
}

interface ClashChoiceProps {
  readonly clash: Clash
  readonly isTheirs: boolean
  readonly onChoose: (isTheirs: boolean) => void
}

function ClashChoice({ clash, isTheirs, onChoose }: ClashChoiceProps) {
  const words = useWords(conflictWords)
  const label = useFieldLabel()(clash.pointer)
  const isHours = clash.pointer === hoursAt
  const names = { before: words.mine, after: words.theirs, removed: words.onlyMine, added: words.onlyTheirs }
  return (
    <Radio.Group label={label} value={isTheirs ? 'theirs' : 'mine'} onChange={(side) => onChoose(side === 'theirs')}>
      {isHours && <HoursChange before={entriesOf(clash.mine)} after={entriesOf(clash.theirs)} names={names} />}
      <div className={styles.sides}>
        {(['mine', 'theirs'] as const).map((side) => (
          <Radio.Card key={side} value={side} className={styles.side}>
            <Group gap="xs" mb={4}>
              <Radio.Indicator />
              <Text size="sm" fw={550}>
                {words[side]}
              </Text>
            </Group>
            {!isHours && <ShownMember at={clash.pointer} value={clash[side]} />}
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}

/** Lists members that only they changed. One's own version of these is the former value. */
function TakenChanges({ taken }: { readonly taken: readonly Clash[] }) {
  const words = useWords(conflictWords)
  const labelOf = useFieldLabel()
  return (
    <div>
      <Text fw={550} mb={4}>
        {words.taken}
      </Text>
      <Table className={styles.taken}>
        <Table.Tbody>
          {taken.map((clash) => (
            <Table.Tr key={clash.pointer}>
              <Table.Th>{labelOf(clash.pointer)}</Table.Th>
              <Table.Td>
                {clash.pointer === hoursAt ? (
                  <HoursChange before={entriesOf(clash.mine)} after={entriesOf(clash.theirs)} />
                ) : (
                  <ShownMember at={clash.pointer} value={clash.theirs} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
