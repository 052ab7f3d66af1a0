import { Button, Checkbox, Popover, ScrollArea, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './filters.module.css'

interface FilterMenuProps {
  readonly label: string
  /** How many values are set. */
  readonly count: number
  /** Whether there may be more values than fit, so that a box is shown to find them by. */
  readonly isLong?: boolean
  /** What there is to choose, drawn while the menu is open; it is told what was typed to find a value. */
  readonly children: (search: string) => ReactNode
}

/** A button that tells how many values of a filter are set, and opens what there is to choose. */
export function FilterMenu({ label, count, isLong = false, children }: FilterMenuProps) {
  const [isOpen, { toggle, close }] = useDisclosure()
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => !next && close()}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          radius="xl"
          variant={count > 0 ? 'light' : 'default'}
          className={styles.button}
          onClick={toggle}
          rightSection={<Icon name="down" size={12} />}
        >
          {count > 0 ? `${label} · ${count}` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        {isOpen && (
          <Choice label={label} isLong={isLong}>
            {children}
          </Choice>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Choice({ label, isLong, children }: Omit<FilterMenuProps, 'count'>) {
  const words = useWords(exploreWords)
  const [search, setSearch] = useState('')
  return (
    <div className={styles.menu}>
      {isLong && (
        <TextInput
          size="xs"
          m={8}
          aria-label={words.findIn(label)}
          placeholder={words.findIn(label)}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          leftSection={<Icon name="search" size={14} />}
        />
      )}
      <ScrollArea.Autosize mah={360} type="auto">
        {children(search)}
      </ScrollArea.Autosize>
    </div>
  )
}

/** One value to choose, and how many places have it, where that is known. */
export interface FilterOption {
  readonly value: string
  readonly label: string
  readonly count?: number
  readonly mark?: ReactNode
}

interface OptionListProps {
  readonly label: string
  /** Undefined until they are known. */
  readonly options: readonly FilterOption[] | undefined
  readonly selected: readonly string[]
  readonly onChange: (selected: string[]) => void
}

/** Values to choose any of, with counts. */
export function OptionList({ label, options, selected, onChange }: OptionListProps) {
  const words = useWords(exploreWords)
  const format = useFormat()
  if (!options) return <div className={styles.empty} />
  if (options.length === 0) return <Text className={styles.empty}>{words.noValues}</Text>
  const toggle = (value: string) =>
    onChange(selected.includes(value) ? selected.filter((one) => one !== value) : [...selected, value])
  return (
    <fieldset className={styles.options} aria-label={label}>
      {options.map(({ value, label: name, count, mark }) => (
        <Checkbox
          key={value}
          size="xs"
          classNames={{
            root: styles.option,
            body: styles.optionBody,
            labelWrapper: styles.optionText,
            label: styles.optionLabel,
          }}
          checked={selected.includes(value)}
          onChange={() => toggle(value)}
          label={
            <>
              {mark}
              <span className={styles.optionName}>{name}</span>
              {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
            </>
          }
        />
      ))}
    </fieldset>
  )
}
