export type ColourScheme = 'light' | 'dark'

/** web/app/first.js reads the same name. */
export const coloursName = 'mantine-color-scheme-value'
export const darkSystem = matchMedia('(prefers-color-scheme: dark)')

/** Returns the colour scheme chosen in this browser; by default the system's. */
export function presentColours(): ColourScheme {
  const chosen = localStorage.getItem(coloursName)
  return chosen === 'light' || chosen === 'dark' ? chosen : darkSystem.matches ? 'dark' : 'light'
}
