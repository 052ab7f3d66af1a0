import type { ComponentProps, ElementType } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

interface Look extends Omit<ComponentProps<'button'>, 'color'>, Pick<ComponentProps<'a'>, 'href' | 'rel'> {
  /** What it is where it leads somewhere: a link of the page, or one that leaves it. */
  readonly component?: ElementType
  /** Without one it is what its view is for. */
  readonly variant?: 'light' | 'default' | 'subtle' | undefined
  /** Grey as the text around it; red where it takes something away. */
  readonly color?: 'gray' | 'red'
  readonly isRound?: boolean
}

interface ButtonProps extends Look {
  readonly size?: 'xs' | 'sm' | 'md'
  /** Stands before the words. */
  readonly icon?: IconName
  /** Whether it opens something below, which an arrow behind the words says. */
  readonly opensBelow?: boolean
  /** Whether what it does is under way: it cannot be pressed, and shows that. */
  readonly loading?: boolean
}

/** A button with words; as high as a field where it has no size. */
export function Button({ size, icon, opensBelow = false, loading = false, disabled, ...props }: ButtonProps) {
  const { children, ...rest } = props
  return (
    <Bare
      kind={styles.button}
      data-size={size}
      data-left={icon && true}
      data-right={opensBelow || undefined}
      data-loading={loading || undefined}
      {...rest}
      disabled={disabled || loading || undefined}
    >
      {icon && <Icon name={icon} size={size ? 16 : 18} />}
      <span className={styles.label}>{children}</span>
      {opensBelow && <Icon name="down" size={size ? 12 : 14} />}
    </Bare>
  )
}

interface IconButtonProps extends Omit<Look, 'children'> {
  readonly icon: IconName
  /** What it does, for those who do not see it and those who point at it. */
  readonly label: string
  readonly size?: 'sm' | 'lg'
}

/** A button that shows nothing but an icon. */
export function IconButton({ icon, label, size, variant = 'subtle', ...rest }: IconButtonProps) {
  return (
    <Bare title={label} {...rest} kind={styles.sign} variant={variant} data-size={size} aria-label={label}>
      <Icon name={icon} size={size === 'lg' ? 20 : 18} />
    </Bare>
  )
}

function Bare({ component: Element = 'button', kind, variant, color, isRound, className = '', ...rest }: BareProps) {
  return (
    <Element
      {...(Element === 'button' && { type: 'button' })}
      {...rest}
      className={`${kind} ${className}`}
      data-variant={variant}
      data-color={color}
      data-round={isRound || undefined}
    />
  )
}

interface BareProps extends Look {
  readonly kind: string | undefined
}
