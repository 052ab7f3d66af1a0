import { Text } from '@mantine/core'

/** What stands in the second row. */
export const Soft = Text.withProps({ size: 'sm', c: 'dimmed' })
