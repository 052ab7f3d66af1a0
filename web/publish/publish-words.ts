import { wordsOf } from '../words/words.ts'
/** The words of publishing and deleting. */
export const publishWords = wordsOf({
  menu: ['Publishing', 'Publicering'],
  publishNow: ['Publish now', 'Publicera nu'],
  times: ['Choose the times …', 'Välj tider …'],
  unpublishNow: ['Unpublish now', 'Avpublicera nu'],
  toDraft: ['Back to draft', 'Tillbaka till utkast'],
  delete: ['Delete …', 'Ta bort …'],
  restore: ['Restore', 'Återställ'],
  timesTitle: [(name: string) => `When ${name} is public`, (name: string) => `När ${name} är publicerad`],
  publishedFrom: ['Published from', 'Publicerad från'],
  depublishedFrom: ['Unpublished from', 'Avpublicerad från'],
  draftHint: ['Without a time it is a draft.', 'Utan tid är det ett utkast.'],
  neverHint: ['Without a time it stays published.', 'Utan tid förblir den publicerad.'],
  setPublished: [
    (count: number) =>
      count === 1 ? 'Give its part the same publishing time' : `Give its ${count} parts the same publishing time`,
    (count: number) =>
      count === 1 ? 'Ge delen samma publiceringstid' : `Ge de ${count} delarna samma publiceringstid`,
  ],
  skipDepublished: [
    (count: number) =>
      count === 1
        ? 'Leave the unpublishing time of its part alone'
        : `Leave the unpublishing times of its ${count} parts alone`,
    (count: number) =>
      count === 1 ? 'Låt delens avpubliceringstid vara' : `Låt de ${count} delarnas avpubliceringstider vara`,
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
    (count: number) =>
      count === 1
        ? '1 part has been changed since, or is refused, and stays as it is'
        : `${count} parts have been changed since, or are refused, and stay as they are`,
    (count: number) =>
      count === 1
        ? '1 del har ändrats sedan dess, eller avvisas, och är kvar som den är'
        : `${count} delar har ändrats sedan dess, eller avvisas, och är kvar som de är`,
  ],
  timesMeanwhile: [
    'Someone else has changed the place since. Times that you have not chosen here are shown as they are now.',
    'Någon annan har ändrat platsen sedan dess. Tider som du inte har valt här visas som de är nu.',
  ],
  deleteTitle: [(name: string) => `Delete ${name}?`, (name: string) => `Ta bort ${name}?`],
  deleteText: ['It is no longer found, but can be restored.', 'Den syns inte längre, men kan återställas.'],
  parts: [
    (count: number) =>
      count === 1 ? 'It has 1 part. What is to become of it?' : `It has ${count} parts. What is to become of them?`,
    (count: number) =>
      count === 1 ? 'Den har 1 del. Vad ska hända med den?' : `Den har ${count} delar. Vad ska hända med dem?`,
  ],
  deleteParts: ['Delete them too', 'Ta bort dem också'],
  keepParts: ['Keep them as places of their own', 'Behåll dem som egna platser'],
  deleteButton: ['Delete', 'Ta bort'],
  deleted: [(name: string) => `${name} is deleted`, (name: string) => `${name} är borttagen`],
  restored: [(name: string) => `${name} is restored`, (name: string) => `${name} är återställd`],
  changedMeanwhile: [
    'Someone else has changed the place meanwhile. It is shown anew; please look and try again.',
    'Någon annan har ändrat platsen under tiden. Den visas på nytt; titta och försök igen.',
  ],
})
