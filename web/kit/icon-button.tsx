import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps extends ActionIconProps, Omit<ComponentProps<'button'>, keyof ActionIconProps> {
  readonly icon: IconName
  /** What it does, for those who do not see it and those who point at it. */
  readonly label: string
}

/** A button that shows nothing but an icon. */
export function IconButton({ icon, label, variant = 'subtle', ...rest }: IconButtonProps) {
  return (
    <ActionIcon variant={variant} aria-label={label} title={label} {...rest}>
      <Icon name={icon} size={18} />
    </ActionIcon>
  )
}
