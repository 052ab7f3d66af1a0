import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useColours } from './colours.ts'
import { theme } from './theme.ts'

/** The provider that Mantine components need; styles and variables are those of the page. */
export function Mantine({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      forceColorScheme={useColours()}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  )
}
