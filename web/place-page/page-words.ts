import { pageWords as served } from '../../src/pages/page-words.ts'
import { wordsOf } from '../../src/words/words.ts'

const own = wordsOf({
  categories: ['Categories', 'Kategorier'],
  json: ['Show as JSON', 'Visa som JSON'],
  jsonTitle: ['{{name}} as JSON', '{{name}} som JSON'],
  address: ['API address', 'API-adress'],
  matches: ['{{count}} matches', '{{count}} träffar'],
  share: ['Share', 'Dela'],
  copied: ['The link is copied', 'Länken är kopierad'],
  edit: ['Edit', 'Redigera'],
  unsaved: ['Your changes from {{when}} are not saved.', 'Dina ändringar från {{when}} är inte sparade.'],
  goOnEditing: ['Keep editing', 'Fortsätt redigera'],
  history: ['History', 'Historik'],
  fetched: ['Empty details here are filled in from the owner.', 'Tomma uppgifter här fylls i från ägaren.'],
  updated: ['Changed {{when}}', 'Ändrad {{when}}'],
  updatedBy: ['Changed {{when}} by {{who}}', 'Ändrad {{when}} av {{who}}'],
  created: ['Created {{when}}', 'Skapad {{when}}'],
  createdBy: ['Created {{when}} by {{who}}', 'Skapad {{when}} av {{who}}'],
  draft: ['This is a draft. It does not show in searches.', 'Det här är ett utkast. Det syns inte i sökningar.'],
  scheduled: ['This place will be published on {{when}}.', 'Platsen publiceras {{when}}.'],
  unpublished: [
    'This place was unpublished on {{when}}. It does not show in searches.',
    'Platsen avpublicerades {{when}}. Den syns inte i sökningar.',
  ],
  willUnpublish: ['This place will be unpublished on {{when}}.', 'Platsen avpubliceras {{when}}.'],
  deleted: ['This place was deleted on {{when}}.', 'Platsen togs bort {{when}}.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
})

/** The words of the page of a place; those that stand there before any script come from where they are said first. */
export const pageWords = { en: { ...served.en, ...own.en }, sv: { ...served.sv, ...own.sv } }
