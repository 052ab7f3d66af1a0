import { wordsOf } from '../words/words.ts'
/** The words of looking back. */
export const historyWords = wordsOf({
  title: ['History of {{name}}', 'Historik för {{name}}'],
  actions: {
    create: ['Created', 'Skapad'],
    patch: ['Changed', 'Ändrad'],
    replace: ['Replaced', 'Ersatt'],
    delete: ['Deleted', 'Borttagen'],
    restore: ['Restored', 'Återställd'],
    disconnect: ['Separated from its parent', 'Frånkopplad från sin överordnade plats'],
    follow: ['Followed its parent', 'Följde sin överordnade plats'],
    geolocate: ['Area found anew', 'Området bestämt på nytt'],
    purge: ['Removed for good', 'Borttagen för gott'],
  },
  by: ['by {{who}}', 'av {{who}}'],
  byKey: ['by {{who}} (key {{key}})', 'av {{who}} (nyckeln {{key}})'],
  byPerson: ['by {{who}} (signed in as {{sub}})', 'av {{who}} (inloggad som {{sub}})'],
  now: ['as it is now', 'som den är nu'],
  more: ['Show earlier changes', 'Visa tidigare ändringar'],
  before: ['Before', 'Före'],
  after: ['After', 'Efter'],
  nothing: ['Nothing that you may see was changed.', 'Inget som du får se ändrades.'],
  restore: ['Restore this version', 'Återställ den här versionen'],
  restoreTitle: ['Restore this version?', 'Återställa den här versionen?'],
  restoreText: [
    'The place becomes what it was {{when}}, as a new change of yours. The times of publishing stay as they are.',
    'Platsen blir som den var {{when}}, som en ny ändring av dig. Publiceringstiderna förblir som de är.',
  ],
  restored: ['The version is restored', 'Versionen är återställd'],
  undo: ['Undo this change', 'Ångra den här ändringen'],
  undoTitle: ['Undo this change?', 'Ångra den här ändringen?'],
  undoText: [
    'Part of it has been changed again since, and stays as it is now.',
    'En del av den har ändrats igen sedan dess och förblir som den är nu.',
  ],
  undone: ['The change is undone', 'Ändringen är ångrad'],
  changedMeanwhile: [
    'Someone else has changed the place meanwhile. Look at what would change now, then try again.',
    'Någon annan har ändrat platsen under tiden. Titta på vad som skulle ändras nu och försök igen.',
  ],
  revisions: ['Versions', 'Versioner'],
  chosen: ['Version {{number}}', 'Version {{number}}'],
})
