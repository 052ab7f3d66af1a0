import type { Language } from '../words/words.ts'

const en = {
  found: (total: number, shown: number) => `${total} places found, ${shown} shown.`,
  foundOpen: (total: number, shown: number) => `${total} places open then, ${shown} shown.`,
  place: 'One place.',
  suggestions: (count: number) => `${count} suggestions.`,
  counted: (total: number) => `${total} places counted.`,
  fields: (count: number, all: number) => `${count} of ${all} fields.`,
  openUntil: 'open until',
  open: 'open',
  closedUntil: 'closed until',
  closed: 'closed',
  proposed: (changes: number, revision: number) =>
    `Nothing is written. ${changes} members would change; apply_change with revision ${revision} writes it.`,
  followers: (count: number) => `${count} parts would change with it.`,
  noChange: 'Nothing would change.',
  applied: (revision: number) => `Written as revision ${revision}.`,
}

const sv: typeof en = {
  found: (total, shown) => `${total} platser hittade, ${shown} visas.`,
  foundOpen: (total, shown) => `${total} platser är öppna då, ${shown} visas.`,
  place: 'En plats.',
  suggestions: (count) => `${count} förslag.`,
  counted: (total) => `${total} platser räknade.`,
  fields: (count, all) => `${count} av ${all} fält.`,
  openUntil: 'öppet till',
  open: 'öppet',
  closedUntil: 'stängt till',
  closed: 'stängt',
  proposed: (changes, revision) =>
    `Inget är skrivet. ${changes} uppgifter skulle ändras; apply_change med revision ${revision} skriver det.`,
  followers: (count) => `${count} delar skulle ändras med den.`,
  noChange: 'Inget skulle ändras.',
  applied: (revision) => `Skrivet som revision ${revision}.`,
}

/** What the tools say beside what places say. */
export const assistantWords: Readonly<Record<Language, typeof en>> = { en, sv }
