import type { DirectoryKind } from '../directory/directory-queries.ts'

const en = {
  title: 'Directory',
  lead: 'Owners, categories and tags, by the names that places show. A new name reaches every place at once.',
  kinds: { owners: 'Owners', categories: 'Categories', tags: 'Tags' } satisfies Record<DirectoryKind, string>,
  newEntry: { owners: 'New owner', categories: 'New category', tags: 'New tag' } satisfies Record<
    DirectoryKind,
    string
  >,
  find: 'Find by name',
  hits: (count: number, text: string) => (count === 1 ? '1 entry' : `${text} entries`),
  none: 'No entry fits',
  noneText: 'Try other words, or make a new entry.',
  edit: (name: string) => `Edit ${name}`,
  editTitle: 'Edit entry',
  remove: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText: (count: number, text: string) =>
    count === 0
      ? 'No place refers to it.'
      : `${count === 1 ? '1 place refers' : `${text} places refer`} to it. Places keep its id, and show that in the place of its name.`,
  removeAction: 'Delete',
  places: 'Places',
  placesOf: (name: string) => `Places of ${name}`,
  name: 'Name',
  id: 'Id',
  idHint: 'As places refer to it; it never changes.',
  type: 'Type',
  email: 'E-mail',
  url: 'Contact page',
  contactHint: 'For places that fetch their contact details from the owner.',
  save: 'Save',
  saved: (name: string) => `${name} is saved`,
  removed: (name: string) => `${name} is deleted`,
  pages: 'Pages of entries',
}

const sv: typeof en = {
  title: 'Katalog',
  lead: 'Ägare, kategorier och taggar, med de namn som platser visar. Ett nytt namn når alla platser genast.',
  kinds: { owners: 'Ägare', categories: 'Kategorier', tags: 'Taggar' },
  newEntry: { owners: 'Ny ägare', categories: 'Ny kategori', tags: 'Ny tagg' },
  find: 'Sök på namn',
  hits: (count: number, text: string) => (count === 1 ? '1 post' : `${text} poster`),
  none: 'Ingen post passar',
  noneText: 'Prova andra ord, eller skapa en ny post.',
  edit: (name: string) => `Redigera ${name}`,
  editTitle: 'Redigera post',
  remove: (name: string) => `Ta bort ${name}`,
  removeTitle: (name: string) => `Ta bort ${name}?`,
  removeText: (count: number, text: string) =>
    count === 0
      ? 'Ingen plats hänvisar till den.'
      : `${count === 1 ? '1 plats hänvisar' : `${text} platser hänvisar`} till den. Platserna behåller dess id och visar det i stället för namnet.`,
  removeAction: 'Ta bort',
  places: 'Platser',
  placesOf: (name: string) => `Platser för ${name}`,
  name: 'Namn',
  id: 'Id',
  idHint: 'Så som platser hänvisar till den; det ändras aldrig.',
  type: 'Typ',
  email: 'E-post',
  url: 'Kontaktsida',
  contactHint: 'För platser som hämtar sina kontaktuppgifter från ägaren.',
  save: 'Spara',
  saved: (name: string) => `${name} är sparad`,
  removed: (name: string) => `${name} är borttagen`,
  pages: 'Sidor med poster',
}

/** The words of managing the directory. */
export const directoryWords = { en, sv }
