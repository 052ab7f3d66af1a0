import { type Client, validPlace } from '../support/client.ts'
import type { PageOptions } from '../support/web.ts'

/** Who a journey is made as: both languages, both sizes, both colour schemes between them. */
export interface Variant extends PageOptions {
  readonly size: 'desktop' | 'phone'
  readonly language: 'sv' | 'en'
}

export const desktop: Variant = { size: 'desktop', language: 'en', colours: 'light' }
export const phone: Variant = { size: 'phone', language: 'sv', colours: 'dark' }
export const variants: readonly Variant[] = [desktop, phone]

export const variantName = ({ size, language }: Variant) => `${size}, ${language}`

/** Lets the directory know the owner of the places that tests make. */
export async function nameOwner(admin: Client): Promise<void> {
  const { id, type } = validPlace().owner as { id: string; type: string }
  await admin.put(`/v4/directory/owners/${id}`, { name: 'Testets församling', type })
}
