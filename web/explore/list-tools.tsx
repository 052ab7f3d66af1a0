import { Button, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { SelectButton } from '../bulk/selection-bar.tsx'
import { Icon } from '../kit/icon.tsx'
import { notifyFault } from '../kit/notify.ts'
import type { ChangeSearch, SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './list-tools.module.css'

interface ListToolsProps {
  readonly value: SearchValue
  readonly total: number | undefined
  readonly onChange: ChangeSearch
}

/** How many places were found, in which order they stand, and the nearest first. */
export function ListTools({ value, total, onChange }: ListToolsProps) {
  const words = useWords(exploreWords)
  const format = useFormat()
  const { may } = useSession()
  const orders = ordersOf(value, words)
  return (
    <div className={styles.tools}>
      <Text size="sm" fw={550} role="status" aria-live="polite" className={styles.total}>
        {total === undefined ? '' : words.hits(total, format.number(total))}
      </Text>
      {may('update') && <SelectButton />}
      <NearMe value={value} onChange={onChange} />
      <NativeSelect
        variant="unstyled"
        size="xs"
        classNames={{ input: styles.orderInput }}
        aria-label={words.order}
        value={orders.some((order) => order.value === value.orderby) ? value.orderby : ''}
        onChange={(event) => onChange({ orderby: event.currentTarget.value || undefined })}
        data={orders}
      />
    </div>
  )
}

/** The order that stands for itself, which is by name where nothing is nearer or fits better, and the others. */
function ordersOf({ near, q }: SearchValue, { orders, nearestFirst, bestFirst }: (typeof exploreWords)['en']) {
  const others = Object.entries(orders).map(([order, label]) => ({ value: order, label }))
  if (near) return [{ value: '', label: nearestFirst }, ...others]
  if (q.trim() !== '') return [{ value: '', label: bestFirst }, ...others]
  return others.map((order) => (order.value === 'name' ? { ...order, value: '' } : order))
}

function NearMe({ value, onChange }: Pick<ListToolsProps, 'value' | 'onChange'>) {
  const words = useWords(exploreWords)
  const [isLocating, setLocating] = useState(false)
  const locate = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        setLocating(false)
        onChange({ near: [longitude, latitude], orderby: undefined })
      },
      () => {
        setLocating(false)
        notifyFault(words.noPosition)
      },
      { timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return (
    <Button
      className={styles.near}
      size="compact-xs"
      h={24}
      variant={value.near ? 'light' : 'subtle'}
      aria-pressed={value.near !== undefined}
      loading={isLocating}
      leftSection={<Icon name="locate" size={14} />}
      onClick={() => (value.near ? onChange({ near: undefined }) : locate())}
    >
      {words.nearMe}
    </Button>
  )
}
