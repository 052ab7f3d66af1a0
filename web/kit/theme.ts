import {
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  DEFAULT_THEME,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** Mantine's red, darkened where white text stands on it (WCAG AA). */
const brick = DEFAULT_THEME.colors.red.with(7, '#d62f2f').with(8, '#c92a2a').with(9, '#b02525')

const text = 'var(--mantine-color-text)'
const danger = 'var(--mantine-color-error)'

/** Coloured text on a light background of the same colour lacks contrast (AA), except for the primary colour. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  const { variant, color, theme } = input
  const isPrimary = color === undefined || color === theme.primaryColor
  if (variant === 'light' && !isPrimary) return { ...colours, color: text }
  if (variant === 'default' && color === 'red') return { ...colours, color: danger }
  if (variant !== 'subtle') return colours
  if (isPrimary) return { ...colours, color: 'var(--link)', hover: 'var(--ground-soft)' }
  return { ...colours, color: color === 'red' ? danger : text }
}

const fontFamily = 'var(--font)'

/** The colours, typeface and sizes of all views: those of the scale of the page (reading/scale.css). */
export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'accent',
  // Of other colours. All shades of the accent are one, since the scale has what differs (`cssVariables`).
  primaryShade: { light: 8, dark: 7 },
  colors: { accent: colorsTuple('var(--accent)'), red: brick as unknown as MantineColorsTuple },
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, monospace',
  headings: { fontWeight: '650', fontFamily, sizes: { h2: { fontSize: 'var(--type-xl)' } } },
  fontSizes: { xs: 'var(--type-xs)', sm: 'var(--type-sm)', md: 'var(--type-md)', lg: 'var(--type-lg)' },
  spacing: { xs: 'var(--space-2)', md: 'var(--space-3)', lg: 'var(--space-4)', xl: 'var(--space-5)' },
  radius: { md: 'var(--radius)' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The first item takes the focus, because a menu may not contain elements of other roles. Only mouse and touch
    // close it: a key press while a focused item disappears must not.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, clickOutsideEvents: ['mousedown', 'touchstart'] } },
    // A dialog header is not the page header.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    // Without it, the outline of a control within would be cut off.
    Alert: { defaultProps: { styles: { message: { overflow: 'visible' } } } },
    // A long text wraps; it is not cut.
    Badge: {
      defaultProps: { tt: 'none', fz: 'xs', h: 'auto', mih: 22 },
      styles: { label: { overflow: 'visible', whiteSpace: 'normal' } },
    },
    Notification: { defaultProps: { withBorder: true } },
    Modal: {
      defaultProps: {
        styles: { title: { fontWeight: 650, fontSize: 18, lineHeight: 1.3 } },
        // The window never scrolls, and the policy forbids the inline style.
        removeScrollProps: { removeScrollBar: false },
      },
    },
  },
})

/** The colours of Mantine that the scale of the page replaces, and others with enough contrast (AA). */
const colours = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-soft)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft-hover)',
  '--mantine-color-accent-light-color': 'var(--accent-text)',
  '--mantine-color-accent-text': 'var(--link)',
  '--mantine-color-accent-outline': 'var(--link)',
  '--mantine-color-placeholder': 'light-dark(#66717b, #8b97a1)',
  '--mantine-color-error': 'light-dark(#c92a2a, #ff8787)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours })
