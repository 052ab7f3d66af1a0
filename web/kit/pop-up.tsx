import { type FocusEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import styles from './pop-up.module.css'

/** What makes a button open and close what pops up. */
interface Opening {
  readonly popoverTarget: string
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-expanded': boolean
  readonly onPointerDown: () => void
}

interface PopUpProps {
  readonly label: string
  /** The button that opens and closes it. */
  readonly target: (opening: Opening) => ReactElement
  /** What is in it, drawn while it is open. */
  readonly children: (close: () => void) => ReactNode
  readonly className?: string | undefined
}

/**
 * What opens below a button and takes the focus, which goes back to the button: a popover of the browser, which closes on
 * Escape and on a click elsewhere by itself, and here too when the focus leaves it.
 */
export function PopUp({ label, target, children, className = '' }: PopUpProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isPressed = useRef(false)
  const close = () => panel.current?.hidePopover()
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Its button closes it by itself when it is pressed, and would open it again.
    const isClosing = isPressed.current && relatedTarget?.getAttribute('popovertarget') === id
    if (relatedTarget && !isClosing && !currentTarget.contains(relatedTarget)) close()
  }
  const opening = {
    popoverTarget: id,
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onPointerDown() {
      isPressed.current = isOpen
    },
  } as const
  return (
    <>
      {target(opening)}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        tabIndex={-1}
        className={`${styles.popUp} ${className}`}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // What has the focus must be there until the browser has given it back.
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') focusFirst(currentTarget)
          else {
            isPressed.current = false
            setOpen(false)
          }
        }}
        onBlur={leave}
      >
        {isOpen && children(close)}
      </div>
    </>
  )
}

/** Gives the focus to the first control, the chosen one of radio buttons; where none is there yet, when it comes. */
function focusFirst(panel: HTMLElement): void {
  const findFirst = () =>
    panel.querySelector<HTMLElement>('[type=radio]:checked') ??
    panel.querySelector<HTMLElement>('input, button, select, a[href]')
  const first = findFirst() ?? panel
  first.focus()
  if (first !== panel) return
  const seen = new MutationObserver(() => {
    const isWaiting = document.activeElement === panel
    if (isWaiting) findFirst()?.focus()
    if (document.activeElement !== panel) seen.disconnect()
  })
  seen.observe(panel, { childList: true, subtree: true })
}
