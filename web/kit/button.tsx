import type { ComponentProps, ElementType } from 'react'
import styles from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

interface Look extends Omit<ComponentProps<'button'>, 'color'>, Pick<ComponentProps<'a'>, 'href' | 'rel'> {
  /** Set for links: a link of the page, or one to another site. */
  readonly component?: ElementType
  /** Undefined for the primary action of a view. */
  readonly variant?: 'light' | 'default' | 'subtle' | undefined
  /** Grey like the surrounding text; red if it removes something. */
  readonly color?: 'gray' | 'red'
  readonly isRound?: boolean
}

interface ButtonProps extends Look {
  readonly size?: 'xs' | 'sm' | 'md'
  /** Shown before the label. */
  readonly icon?: IconName
  /** True if it opens something below, shown by an arrow after the label. */
  readonly opensBelow?: boolean
  /** True while its action runs: it shows that and cannot be pressed. */
  readonly loading?: boolean
}

/** A button with a label; as high as a field if no size is given. */
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
  /** Its action, for screen readers and as a tooltip. */
  readonly label: string
  readonly size?: 'sm' | 'lg'
}

/** A button that shows only an icon. */
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
