import { Alert, Button, Group, Progress, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import type { Json, Pointer } from '../body/pointer.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { FailureMessage } from '../kit/failure-message.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import type { Act } from './act.ts'
import styles from './bulk.module.css'
import { bulkWords } from './bulk-words.ts'
import type { JobItem } from './job.ts'
import { countSelected, type Selection } from './selection.ts'
import { useSharedFieldLabel } from './shared-fields.ts'
import { type Preview, type PreviewRow, usePreview } from './use-preview.ts'

const briefMax = 200

interface PreviewViewProps {
  readonly selection: Selection
  readonly act: Act
  readonly onStart: (items: readonly JobItem[]) => void
  readonly onBack: () => void
}

/** What an act would do, place by place, before it is done. */
export function PreviewView({ selection, act, onStart, onBack }: PreviewViewProps) {
  const words = useWords(bulkWords)
  const format = useFormat()
  const { data, error, refetch, read } = usePreview(selection, act)
  if (error) return <FailureMessage error={error} onRetry={() => void refetch()} />
  if (!data) {
    const total = countSelected(selection)
    return (
      <div role="status">
        <Text mb="xs">{words.loading}</Text>
        <Progress value={(100 * read) / Math.max(1, total)} aria-label={words.loading} />
      </div>
    )
  }
  const count = data.items.length
  return (
    <section aria-labelledby="preview">
      <Title order={2} size="h4" id="preview">
        {words.wouldChange(count, format.number(count))}
      </Title>
      {data.already > 0 && (
        <Text size="sm" c="dimmed">
          {words.already(data.already, format.number(data.already))}
        </Text>
      )}
      {data.forbidden > 0 && (
        <Alert color="orange" variant="light" mt="sm" className={styles.note}>
          {words.notYours(data.forbidden, format.number(data.forbidden))}
        </Alert>
      )}
      {data.rows.length > 0 && <Rows preview={data} />}
      <Group className={styles.end}>
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        {count > 0 && <Button onClick={() => onStart(data.items)}>{words.start(count, format.number(count))}</Button>}
      </Group>
    </section>
  )
}

function Rows({ preview: { rows, items } }: { readonly preview: Preview }) {
  const words = useWords(bulkWords)
  const fieldLabel = useSharedFieldLabel()
  const format = useFormat()
  const pointers = [...new Set(rows.flatMap(({ changes }) => changes.map(({ at }) => at)))]
  const labelOf = (at: Pointer) => fieldLabel(at.slice(1).replaceAll('/', '.'))
  const label = pointers.map(labelOf).join(', ')
  return (
    <>
      <Text size="sm" c="dimmed" mt="md" mb={6}>
        {label}
        {items.length > rows.length && ` · ${words.firstOf(format.number(rows.length), format.number(items.length))}`}
      </Text>
      <DataTable
        className={styles.preview}
        label={label}
        rows={rows}
        keyOf={({ item }) => item.id}
        columns={[
          {
            title: words.place,
            className: styles.name,
            cell: ({ item, where }) => (
              <>
                <Link href={addresses.place(item.id)}>{item.name}</Link>
                <Text size="xs" c="dimmed">
                  {where}
                </Text>
              </>
            ),
          },
          ...(['before', 'after'] as const).map((side) => ({
            title: words[side],
            className: styles.value,
            cell: ({ changes }: PreviewRow) =>
              changes.map(({ at, [side]: value }) => (
                <div key={at}>
                  {pointers.length > 1 && (
                    <Text size="xs" c="dimmed">
                      {labelOf(at)}
                    </Text>
                  )}
                  <ShownMember at={at} value={briefly(value)} />
                </div>
              )),
          })),
        ]}
      />
    </>
  )
}

/** The beginning of a long text; any other value as it is. */
function briefly(value: Json): Json {
  return typeof value === 'string' && value.length > briefMax ? `${value.slice(0, briefMax)} …` : value
}
