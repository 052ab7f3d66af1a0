import { plural, wordsOf } from '../../src/words/words.ts'
/** The words of publishing and deleting. */
export const publishWords = wordsOf({
  publishNow: ['Publish now', 'Publicera nu'],
  times: ['Choose publishing times…', 'Välj publiceringstider …'],
  unpublishNow: ['Unpublish now', 'Avpublicera nu'],
  toDraft: ['Back to draft', 'Tillbaka till utkast'],
  delete: ['Delete…', 'Ta bort …'],
  restore: ['Restore', 'Återställ'],
  timesTitle: ['Publishing times of {{name}}', 'Publiceringstider för {{name}}'],
  publishedFrom: ['Published from', 'Publicerad från'],
  depublishedFrom: ['Unpublished from', 'Avpublicerad från'],
  draftHint: ['Leave empty for a draft.', 'Lämna tomt för ett utkast.'],
  neverHint: ['Leave empty to keep it published.', 'Lämna tomt om den ska förbli publicerad.'],
  setPublished: [
    plural('Give its part the same publishing time', 'Give its # parts the same publishing time'),
    plural('Ge delen samma publiceringstid', 'Ge de # delarna samma publiceringstid'),
  ],
  skipDepublished: [
    plural('Leave the unpublishing time of its part alone', 'Leave the unpublishing times of its # parts alone'),
    plural('Låt delens avpubliceringstid vara', 'Låt de # delarnas avpubliceringstider vara'),
  ],
  backwards: ['Choose a later time than the one above.', 'Välj en senare tid än den ovan.'],
  onlyWithTime: ['Applies only if you change the time above.', 'Gäller bara om du ändrar tiden ovan.'],
  save: ['Save', 'Spara'],
  published: ['Published', 'Publicerad'],
  unpublished: ['Unpublished', 'Avpublicerad'],
  draft: ['The place is now a draft', 'Platsen är nu ett utkast'],
  timesSaved: ['The publishing times are saved', 'Publiceringstiderna är sparade'],
  undone: ['Undone: the earlier times apply again', 'Ångrat: de tidigare tiderna gäller igen'],
  left: [
    plural('1 place keeps a later change', '# places keep later changes'),
    plural('1 plats behåller en senare ändring', '# platser behåller senare ändringar'),
  ],
  timesMeanwhile: [
    'Someone else has changed the place since. Times that you have not chosen here are shown as they are now.',
    'Någon annan har ändrat platsen sedan dess. Tider som du inte har valt här visas som de är nu.',
  ],
  deleteTitle: ['Delete {{name}}?', 'Ta bort {{name}}?'],
  deleteText: [
    'It no longer shows in searches, but can be restored.',
    'Den syns inte längre i sökningar, men kan återställas.',
  ],
  parts: [
    plural('It has 1 part. What do you want to do with it?', 'It has # parts. What do you want to do with them?'),
    plural('Den har 1 del. Vad vill du göra med den?', 'Den har # delar. Vad vill du göra med dem?'),
  ],
  deleteParts: ['Delete too', 'Ta bort också'],
  keepParts: ['Keep as separate places', 'Behåll som egna platser'],
  deleteButton: ['Delete', 'Ta bort'],
  deleted: ['{{name}} is deleted', '{{name}} är borttagen'],
  restored: ['{{name}} is restored', '{{name}} är återställd'],
  changedMeanwhile: [
    'Someone else has changed the place in the meantime. Check how it is now, then try again.',
    'Någon annan har ändrat platsen under tiden. Kontrollera hur den är nu och försök igen.',
  ],
})
