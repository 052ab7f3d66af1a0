import { Popover, type PopoverDropdownProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactElement, ReactNode } from 'react'

interface PopUpProps extends Omit<PopoverDropdownProps, 'children'> {
  readonly label: string
  /** The button that opens and closes it. */
  readonly target: (toggle: () => void) => ReactElement
  /** What is in it, drawn while it is open. */
  readonly children: (close: () => void) => ReactNode
}

/** What opens below a button and keeps the focus, which goes back to the button. */
export function PopUp({ label, target, children, ...rest }: PopUpProps) {
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
      <Popover.Target>{target(toggle)}</Popover.Target>
      <Popover.Dropdown {...rest} aria-label={label}>
        {isOpen && children(close)}
      </Popover.Dropdown>
    </Popover>
  )
}
