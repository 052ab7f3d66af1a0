import { useState } from 'react'
import type { LonLat } from '../place/place-traits.ts'

/** Returns the function that asks the browser for the position, and whether it is being asked. */
export function useLocating() {
  const [isLocating, setLocating] = useState(false)
  const locate = (onFound: (here: LonLat) => void, onFailed: () => void) => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        setLocating(false)
        onFound([longitude, latitude])
      },
      () => {
        setLocating(false)
        onFailed()
      },
      { timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return { isLocating, locate }
}
