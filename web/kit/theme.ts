import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

/** Deep water: legible on white from shade 8, and on the dark background at 4 (WCAG AA). */
const fjord: MantineColorsTuple = [
  '#e7f6f8',
  '#d3eaee',
  '#a8d5dd',
  '#79bfcc',
  '#53adbd',
  '#3ba1b4',
  '#2396aa',
  '#117f92',
  '#0b6c7d',
  '#045767',
]

/** Mantine's red, darkened where white text stands on it (WCAG AA). */
const brick = DEFAULT_THEME.colors.red.with(7, '#d62f2f').with(8, '#c92a2a').with(9, '#b02525')

/** Coloured text on a light background of the same colour lacks contrast (AA), except for the primary colour. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input)
  const isPrimary = input.color === undefined || input.color === input.theme.primaryColor
  return input.variant === 'light' && !isPrimary ? { ...colours, color: 'var(--mantine-color-text)' } : colours
}

const fontFamily = 'var(--font)'

/** The colours, typeface and sizes of all views. */
export const theme = createTheme({
  variantColorResolver,
  primaryColor: 'fjord',
  primaryShade: { light: 8, dark: 7 },
  colors: { fjord, red: brick as unknown as MantineColorsTuple },
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, monospace',
  // The sizes of reading/scale.css: 13, 14, 16 and 18 px, and 24 px for the title of a view. Nothing is smaller than what
  // is easy to read.
  headings: { fontWeight: '650', fontFamily, sizes: { h2: { fontSize: 'var(--type-xl)' } } },
  fontSizes: { xs: 'var(--type-xs)', sm: 'var(--type-sm)', md: 'var(--type-md)', lg: 'var(--type-lg)' },
  // On a grid of 8 px.
  spacing: { xs: '0.5rem', lg: '1.5rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The first item takes the focus, because a menu may not contain elements of other roles. Only mouse and touch
    // close it: a key press while a focused item disappears must not.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, clickOutsideEvents: ['mousedown', 'touchstart'] } },
    // A dialog header is not the page header.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Badge: { defaultProps: { tt: 'none', fz: 'xs', h: 22 } },
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

/** The colours of Mantine that the scale of the page replaces (reading/scale.css), and others with enough contrast (AA). */
export const cssVariables: CSSVariablesResolver = () => {
  const scale = { '--mantine-color-body': 'var(--ground)', '--mantine-color-dimmed': 'var(--text-soft)' }
  return {
    variables: {},
    light: { ...scale, '--mantine-color-placeholder': '#66717b', '--mantine-color-error': '#c92a2a' },
    dark: { ...scale, '--mantine-color-placeholder': '#8b97a1', '--mantine-color-error': '#ff8787' },
  }
}
