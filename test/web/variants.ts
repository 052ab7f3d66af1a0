import { type Client, validPlace } from '../support/client.ts'
import { everything } from '../support/runs.ts'
import type { PageOptions, WebTest } from '../support/web.ts'

/** Who a journey is made as: both languages, both sizes, both colour schemes between them. */
export interface Variant extends PageOptions {
  readonly size: 'desktop' | 'phone'
  readonly language: 'sv' | 'en'
}

export const desktop: Variant = { size: 'desktop', language: 'en', colours: 'light' }
export const phone: Variant = { size: 'phone', language: 'sv', colours: 'dark' }
export const variants: readonly Variant[] = [desktop, phone]

/**
 * Tests of a loop over the variants. `inBoth` is for what depends on size or language: layout, touch, the map, the
 * keyboard, counts of clicks. A journey that depends on neither runs in one variant: about as many `onPhone` as
 * `onDesktop`, on the phone where the layout is asserted too. With `npm run test:all` each runs in both.
 */
export function testsOf(web: WebTest, variant: Variant) {
  const testsIn =
    (wanted: readonly Variant[]): WebTest =>
    (name, run) => {
      if (everything || wanted.includes(variant)) web(`${name} (${variantName(variant)})`, run)
    }
  return { inBoth: testsIn(variants), onDesktop: testsIn([desktop]), onPhone: testsIn([phone]) }
}

export const variantName = ({ size, language }: Variant) => `${size}, ${language}`

/** Lets the directory know the owner of the places that tests make. */
export async function nameOwner(admin: Client): Promise<void> {
  const { id, type } = validPlace().owner as { id: string; type: string }
  await admin.put(`/v4/directory/owners/${id}`, { name: 'Testets församling', type })
}
