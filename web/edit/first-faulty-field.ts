/** The first control on the page that something is said to be wrong with; undefined when there is none. */
export function firstFaultyField(): HTMLElement | undefined {
  const faulty = document.querySelectorAll<HTMLElement>('form [aria-invalid=true], form [data-error] input')
  return [...faulty].find((control) => control.offsetParent !== null)
}
