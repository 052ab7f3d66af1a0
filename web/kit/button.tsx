import { ActionIcon, type ActionIconProps, type ButtonProps, Button as MantineButton } from '@mantine/core'
import type { ComponentProps, ElementType } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Attributes = Omit<ComponentProps<'button'>, keyof ButtonProps> & Pick<ComponentProps<'a'>, 'href' | 'rel'>

interface Look {
  /** Set for links: a link of the page, or one to another site. */
  readonly component?: ElementType
  /** Grey like the surrounding text; red if it removes something. */
  readonly color?: 'gray' | 'red'
  readonly isRound?: boolean
}

interface LabelledProps extends Attributes, Look, Omit<ButtonProps, keyof Look | 'size'> {
  readonly size?: 'xs' | 'sm' | 'md'
  /** Shown before the label. */
  readonly icon?: IconName
  /** True if it opens something below, shown by an arrow after the label. */
  readonly opensBelow?: boolean
}

/** A button with a label; as high as a field if no size is given. */
export function Button({ component = 'button', size, icon, opensBelow = false, isRound, ...rest }: LabelledProps) {
  return (
    <MantineButton
      component={component as 'button'}
      size={size ? `compact-${size}` : 'sm'}
      {...(isRound && { radius: 'xl' })}
      {...(icon && { leftSection: <Icon name={icon} size={size ? 16 : 18} /> })}
      {...(opensBelow && { rightSection: <Icon name="down" size={size ? 12 : 14} /> })}
      {...rest}
    />
  )
}

interface IconButtonProps extends Attributes, Look, Omit<ActionIconProps, keyof Look | 'size'> {
  readonly icon: IconName
  /** Its action, for screen readers and as a tooltip. */
  readonly label: string
  readonly size?: 'lg'
}

/** A button that shows only an icon. */
export function IconButton({ component = 'button', icon, label, isRound, ...rest }: IconButtonProps) {
  return (
    <ActionIcon
      component={component as 'button'}
      title={label}
      variant="subtle"
      {...(isRound && { radius: 'xl' })}
      {...rest}
      aria-label={label}
    >
      <Icon name={icon} size={rest.size === 'lg' ? 20 : 18} />
    </ActionIcon>
  )
}
