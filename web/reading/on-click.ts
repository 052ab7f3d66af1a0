/** Calls a listener for clicks on elements that match a selector, however often the page replaces them. */
export function onClick(selector: string, listener: (element: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null
    if (element) listener(element, event)
  })
}
