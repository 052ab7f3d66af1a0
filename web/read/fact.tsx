import type { ReactNode } from 'react'

/** What is known of a place under a name, as an item of a list of such. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
