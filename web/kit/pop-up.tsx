import { type FocusEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import styles from './pop-up.module.css'

/** Attributes of the button that opens and closes a pop-up. */
interface Opening {
  readonly popoverTarget: string
  readonly 'aria-haspopup': 'dialog'
  readonly 'aria-expanded': boolean
  readonly onPointerDown: () => void
}

interface PopUpProps {
  readonly label: string
  /** Renders the button. */
  readonly target: (opening: Opening) => ReactElement
  /** Renders the content, only while open. */
  readonly children: (close: () => void) => ReactNode
  readonly className?: string | undefined
}

/**
 * A pop-up below a button. It takes the focus and returns it to the button. It is a native popover, which closes by
 * itself on Escape and on a click elsewhere. Here it also closes when the focus leaves it.
 */
export function PopUp({ label, target, children, className = '' }: PopUpProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const isPressed = useRef(false)
  const close = () => panel.current?.hidePopover()
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Pressing its button closes the popover natively. If it were already closed, the button would open it again.
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
        // The focused element must exist until the browser has restored the focus.
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

/** Focuses the first control, or the checked radio button. If there is none yet, waits until one appears. */
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
