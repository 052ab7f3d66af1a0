import { useEffect, useState } from 'react'

/** How far down the window the part has to reach that counts as the present one. */
const readingLine = 0.4

/** Which of the elements with these ids is being looked at; the last one at the end of the page. */
export function usePresentSection<Name extends string>(names: readonly Name[]): Name | undefined {
  const [present, setPresent] = useState<Name | undefined>(names[0])
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      setPresent(presentOf(names))
    }
    const wait = () => {
      frame ||= requestAnimationFrame(look)
    }
    // What scrolls is the frame around the view: its events do not bubble, but can be caught on their way to it.
    document.addEventListener('scroll', wait, { capture: true, passive: true })
    addEventListener('resize', wait)
    wait()
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('scroll', wait, { capture: true })
      removeEventListener('resize', wait)
    }
  }, [names])
  return present
}

function presentOf<Name extends string>(names: readonly Name[]): Name | undefined {
  const boxes = names.flatMap((name) => {
    const box = document.getElementById(name)?.getBoundingClientRect()
    return box ? [{ name, top: box.top, bottom: box.bottom }] : []
  })
  const last = boxes.at(-1)
  if (last && last.bottom <= innerHeight) return last.name
  return (boxes.findLast(({ top }) => top <= innerHeight * readingLine) ?? boxes[0])?.name
}
