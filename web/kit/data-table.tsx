import { Table, type TableTrProps } from '@mantine/core'
import type { ReactNode } from 'react'

/** A column of a table: its heading and its cells. */
interface Column<Row> {
  readonly title: string
  readonly className?: string | undefined
  readonly cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly className?: string | undefined
  /** The attributes of a row. */
  readonly rowProps?: (row: Row) => TableTrProps
}

/** A table that scrolls horizontally if it does not fit. */
export function DataTable<Row>({ label, columns, rows, keyOf, className = '', rowProps }: DataTableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard.
    <section className={`framed ${className}`} style={{ overflowX: 'auto' }} tabIndex={0} aria-label={label}>
      <Table verticalSpacing="xs" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, className }) => (
              <Table.Th key={title} className={className}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={keyOf(row)} {...rowProps?.(row)}>
              {columns.map(({ title, className, cell }) => (
                <Table.Td key={title} className={className}>
                  {cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
