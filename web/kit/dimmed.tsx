import { Text } from '@mantine/core'

/** Secondary text. */
export const Soft = Text.withProps({ size: 'sm', c: 'dimmed' })
