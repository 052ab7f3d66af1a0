import { plural, wordsOf } from '../../src/words/words.ts'
/** The words of publishing and deleting. */
export const publishWords = wordsOf({
  menu: ['Publishing', 'Publicering'],
  publishNow: ['Publish now', 'Publicera nu'],
  times: ['Choose the times …', 'Välj tider …'],
  unpublishNow: ['Unpublish now', 'Avpublicera nu'],
  toDraft: ['Back to draft', 'Tillbaka till utkast'],
  delete: ['Delete …', 'Ta bort …'],
  restore: ['Restore', 'Återställ'],
  timesTitle: ['When {{name}} is public', 'När {{name}} är publicerad'],
  publishedFrom: ['Published from', 'Publicerad från'],
  depublishedFrom: ['Unpublished from', 'Avpublicerad från'],
  draftHint: ['Without a time it is a draft.', 'Utan tid är det ett utkast.'],
  neverHint: ['Without a time it stays published.', 'Utan tid förblir den publicerad.'],
  setPublished: [
    plural('Give its part the same publishing time', 'Give its # parts the same publishing time'),
    plural('Ge delen samma publiceringstid', 'Ge de # delarna samma publiceringstid'),
  ],
  skipDepublished: [
    plural('Leave the unpublishing time of its part alone', 'Leave the unpublishing times of its # parts alone'),
    plural('Låt delens avpubliceringstid vara', 'Låt de # delarnas avpubliceringstider vara'),
  ],
  backwards: ['This has to be later than the time above.', 'Det här ska vara senare än tiden ovan.'],
  onlyWithTime: ['Holds for a time that is changed above.', 'Gäller när tiden ovan ändras.'],
  save: ['Save', 'Spara'],
  published: ['Published', 'Publicerad'],
  unpublished: ['Unpublished', 'Avpublicerad'],
  draft: ['The place is a draft now', 'Platsen är nu ett utkast'],
  timesSaved: ['The times are saved', 'Tiderna är sparade'],
  undo: ['Undo', 'Ångra'],
  undone: ['Undone: the former times are back', 'Ångrat: de förra tiderna gäller igen'],
  partsLeft: [
    plural(
      '1 part has been changed since, or is refused, and stays as it is',
      '# parts have been changed since, or are refused, and stay as they are',
    ),
    plural(
      '1 del har ändrats sedan dess, eller avvisas, och är kvar som den är',
      '# delar har ändrats sedan dess, eller avvisas, och är kvar som de är',
    ),
  ],
  timesMeanwhile: [
    'Someone else has changed the place since. Times that you have not chosen here are shown as they are now.',
    'Någon annan har ändrat platsen sedan dess. Tider som du inte har valt här visas som de är nu.',
  ],
  deleteTitle: ['Delete {{name}}?', 'Ta bort {{name}}?'],
  deleteText: ['It is no longer found, but can be restored.', 'Den syns inte längre, men kan återställas.'],
  parts: [
    plural('It has 1 part. What is to become of it?', 'It has # parts. What is to become of them?'),
    plural('Den har 1 del. Vad ska hända med den?', 'Den har # delar. Vad ska hända med dem?'),
  ],
  deleteParts: ['Delete them too', 'Ta bort dem också'],
  keepParts: ['Keep them as places of their own', 'Behåll dem som egna platser'],
  deleteButton: ['Delete', 'Ta bort'],
  deleted: ['{{name}} is deleted', '{{name}} är borttagen'],
  restored: ['{{name}} is restored', '{{name}} är återställd'],
  changedMeanwhile: [
    'Someone else has changed the place meanwhile. It is shown anew; please look and try again.',
    'Någon annan har ändrat platsen under tiden. Den visas på nytt; titta och försök igen.',
  ],
})
