import { MantineProvider } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { type ColourScheme, useColours } from './colours.ts'
import { theme } from './theme.ts'

/**
 * The theme and the colour scheme of all views; styles and variables are those of the page. Print is always light.
 */
export function Mantine({ children }: { readonly children: ReactNode }) {
  const scheme = useColours()
  const draw = (scheme: ColourScheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  useWindowEvent('beforeprint', () => draw('light'))
  useWindowEvent('afterprint', () => draw(scheme))
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
