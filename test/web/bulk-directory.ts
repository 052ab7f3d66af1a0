import type { Client } from '../support/client.ts'

/** The directory of tests that change several places: the owner of most, another, and a category. */
export const owner = { id: 'o1', type: 'Pastorat' }
export const other = { id: 'o2', type: 'Pastorat', name: 'Enköping' }
export const category = { id: 'c0000000-0000-4000-8000-000000000001', name: 'Vila' }

/** Writes the entries to the directory. */
export async function writeDirectory(admin: Client): Promise<void> {
  await admin.put(`/v4/directory/owners/${owner.id}`, { name: 'Uppsala', type: owner.type })
  await admin.put(`/v4/directory/owners/${other.id}`, { name: other.name, type: other.type })
  await admin.put(`/v4/directory/categories/${category.id}`, { name: category.name })
}
