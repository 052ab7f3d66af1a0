import { pageWords as served } from '../../src/pages/page-words.ts'
import { wordsOf } from '../../src/words/words.ts'

const own = wordsOf({
  categories: ['Subjects', 'Ämnen'],
  json: ['Show as JSON', 'Visa som JSON'],
  jsonTitle: ['{{name}} as JSON', '{{name}} som JSON'],
  address: ['Address in the interface', 'API-adress'],
  matches: ['{{count}} matches', '{{count}} träffar'],
  share: ['Share', 'Dela'],
  copied: ['The address is copied', 'Adressen är kopierad'],
  edit: ['Edit', 'Redigera'],
  unsaved: ['Your changes of {{when}} are not saved.', 'Dina ändringar från {{when}} är inte sparade.'],
  goOnEditing: ['Go on editing', 'Fortsätt redigera'],
  history: ['History', 'Historik'],
  fetched: ['What is empty here is filled in from the owner.', 'Det som är tomt här fylls i från ägaren.'],
  updated: ['Changed {{when}}', 'Ändrad {{when}}'],
  updatedBy: ['Changed {{when}} by {{who}}', 'Ändrad {{when}} av {{who}}'],
  created: ['Created {{when}}', 'Skapad {{when}}'],
  createdBy: ['Created {{when}} by {{who}}', 'Skapad {{when}} av {{who}}'],
  draft: ['This is a draft: a search does not show it.', 'Det här är ett utkast: det syns inte i sökningar.'],
  scheduled: ['This place will be published {{when}}.', 'Platsen publiceras {{when}}.'],
  unpublished: [
    'This place was unpublished {{when}}: a search does not show it.',
    'Platsen avpublicerades {{when}}: den syns inte i sökningar.',
  ],
  willUnpublish: ['This place will be unpublished {{when}}.', 'Platsen avpubliceras {{when}}.'],
  deleted: ['This place was deleted {{when}}.', 'Platsen togs bort {{when}}.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nej'],
})

/** The words of the page of a place; those that stand there before any script come from where they are said first. */
export const pageWords = { en: { ...served.en, ...own.en }, sv: { ...served.sv, ...own.sv } }
