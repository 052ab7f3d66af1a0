import type { Language } from '../words/words.ts'

const places = (count: number) => (count === 1 ? '1 place' : `${count} places`)
const placesInSwedish = (count: number) => (count === 1 ? '1 plats' : `${count} platser`)

const en = {
  found: (total: number, shown: number) => `${places(total)} found, ${shown} shown.`,
  foundOpen: (total: number, shown: number) => `${places(total)} open then, ${shown} shown.`,
  foundOpenOn: (total: number, shown: number) => `${places(total)} open at some time of that day, ${shown} shown.`,
  place: 'One place.',
  suggestions: (count: number) => (count === 1 ? '1 suggestion.' : `${count} suggestions.`),
  counted: (total: number) => `${places(total)} counted.`,
  fields: (count: number, all: number) => `${count} of ${all} fields.`,
  openUntil: 'open until',
  open: 'open',
  closedUntil: 'closed until',
  closed: 'closed',
  proposed: (changes: number, revision: number) =>
    `Nothing is saved yet. ${changes === 1 ? '1 field' : `${changes} fields`} would change. To save, call apply_change with revision ${revision}.`,
  followers: (count: number) => `${count === 1 ? '1 part' : `${count} parts`} would change with it.`,
  noChange: 'Nothing would change.',
  applied: (revision: number) => `Saved as revision ${revision}.`,
  planned: (created: number, changed: number, refused: number) =>
    `Nothing is saved yet. The import would create ${places(created)}, change ${changed} and refuse ${refused}. Show this to a person; to import, call apply_import.`,
  imported: (created: number, changed: number, refused: number) =>
    `${places(created)} created, ${changed} changed, ${refused} refused.`,
}

const sv: typeof en = {
  found: (total, shown) => `Hittade ${placesInSwedish(total)}, visar ${shown}.`,
  foundOpen: (total, shown) => `Öppet då: ${placesInSwedish(total)}, visar ${shown}.`,
  foundOpenOn: (total, shown) => `Öppet någon gång den dagen: ${placesInSwedish(total)}, visar ${shown}.`,
  place: 'En plats.',
  suggestions: (count) => `${count} förslag.`,
  counted: (total) => `Räknade ${placesInSwedish(total)}.`,
  fields: (count, all) => `${count} av ${all} fält.`,
  openUntil: 'öppet till',
  open: 'öppet',
  closedUntil: 'stängt till',
  closed: 'stängt',
  proposed: (changes, revision) =>
    `Inget är sparat än. ${changes} fält skulle ändras. Spara med apply_change och revision ${revision}.`,
  followers: (count) => `${count === 1 ? '1 del' : `${count} delar`} skulle ändras med den.`,
  noChange: 'Inget skulle ändras.',
  applied: (revision) => `Sparat som revision ${revision}.`,
  planned: (created, changed, refused) =>
    `Inget är sparat än. Importen skulle skapa ${placesInSwedish(created)}, ändra ${changed} och inte läsa in ${refused}. Visa det för någon, och importera sedan med apply_import.`,
  imported: (created, changed, refused) =>
    `Skapade ${placesInSwedish(created)}, ändrade ${changed}, läste inte in ${refused}.`,
}

/** The tools' own words, beside the texts of places. */
export const assistantWords: Readonly<Record<Language, typeof en>> = { en, sv }
