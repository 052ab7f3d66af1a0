import { Glyph } from '../kit/icon.tsx'
import styles from './place-type-mark.module.css'
import type { PlaceType } from './place-types.ts'

/** The sign of a place type, in the colour that it has on the map; the words for it stand beside. */
export function PlaceTypeMark({ type, size = 32 }: { readonly type: PlaceType; readonly size?: number }) {
  return (
    <span className={styles.mark} style={{ width: size, height: size, backgroundColor: type.colour }}>
      <Glyph path={type.glyph} size={Math.round(size * 0.6)} />
    </span>
  )
}
