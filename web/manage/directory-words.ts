import type { DirectoryKind } from '../directory/directory-queries.ts'
import { type TextPair, wordsOf } from '../words/words.ts'
/** The words of managing the directory. */
export const directoryWords = wordsOf({
  title: ['Directory', 'Katalog'],
  lead: [
    'Owners, categories and tags, by the names that places show. A new name reaches every place at once.',
    'Ägare, kategorier och taggar, med de namn som platser visar. Ett nytt namn når alla platser genast.',
  ],
  kinds: {
    owners: ['Owners', 'Ägare'],
    categories: ['Categories', 'Kategorier'],
    tags: ['Tags', 'Taggar'],
  } satisfies Record<DirectoryKind, TextPair>,
  newEntry: {
    owners: ['New owner', 'Ny ägare'],
    categories: ['New category', 'Ny kategori'],
    tags: ['New tag', 'Ny tagg'],
  } satisfies Record<DirectoryKind, TextPair>,
  find: ['Find by name', 'Sök på namn'],
  hits: [
    (count: number, text: string) => (count === 1 ? '1 entry' : `${text} entries`),
    (count: number, text: string) => (count === 1 ? '1 post' : `${text} poster`),
  ],
  none: ['No entry fits', 'Ingen post passar'],
  noneText: ['Try other words, or make a new entry.', 'Prova andra ord, eller skapa en ny post.'],
  edit: [(name: string) => `Edit ${name}`, (name: string) => `Redigera ${name}`],
  editTitle: ['Edit entry', 'Redigera post'],
  remove: [(name: string) => `Delete ${name}`, (name: string) => `Ta bort ${name}`],
  removeTitle: [(name: string) => `Delete ${name}?`, (name: string) => `Ta bort ${name}?`],
  removeText: [
    (count: number, text: string) =>
      count === 0
        ? 'No place refers to it.'
        : `${count === 1 ? '1 place refers' : `${text} places refer`} to it. Places keep its id, and show that in the place of its name.`,
    (count: number, text: string) =>
      count === 0
        ? 'Ingen plats hänvisar till den.'
        : `${count === 1 ? '1 plats hänvisar' : `${text} platser hänvisar`} till den. Platserna behåller dess id och visar det i stället för namnet.`,
  ],
  removeAction: ['Delete', 'Ta bort'],
  places: ['Places', 'Platser'],
  placesOf: [(name: string) => `Places of ${name}`, (name: string) => `Platser för ${name}`],
  name: ['Name', 'Namn'],
  id: ['Id', 'Id'],
  idHint: ['As places refer to it; it never changes.', 'Så som platser hänvisar till den; det ändras aldrig.'],
  type: ['Type', 'Typ'],
  email: ['E-mail', 'E-post'],
  url: ['Contact page', 'Kontaktsida'],
  contactHint: [
    'For places that fetch their contact details from the owner.',
    'För platser som hämtar sina kontaktuppgifter från ägaren.',
  ],
  save: ['Save', 'Spara'],
  saved: [(name: string) => `${name} is saved`, (name: string) => `${name} är sparad`],
  removed: [(name: string) => `${name} is deleted`, (name: string) => `${name} är borttagen`],
  pages: ['Pages of entries', 'Sidor med poster'],
})
