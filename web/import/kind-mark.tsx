import type { RowKind } from '../../src/exchange/importing/import-result.ts'
import styles from './import.module.css'

/** The colours of rows by their kind: on the map, and in lists. */
export const kindColours: Readonly<Record<RowKind, string>> = {
  created: '#2b8a3e',
  changed: '#1c7ed6',
  unchanged: '#868e96',
  refused: '#e03131',
  noted: '#f08c00',
}

/** The colour of a kind beside its name. */
export function KindMark({ kind }: { readonly kind: RowKind }) {
  return <span aria-hidden className={styles.mark} style={{ background: kindColours[kind] }} />
}
