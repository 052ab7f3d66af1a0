const en = {
  menu: 'Publishing',
  publishNow: 'Publish now',
  times: 'Choose the times …',
  unpublishNow: 'Unpublish now',
  toDraft: 'Back to draft',
  delete: 'Delete …',
  restore: 'Restore',
  timesTitle: (name: string) => `When ${name} is public`,
  publishedFrom: 'Published from',
  depublishedFrom: 'Unpublished from',
  draftHint: 'Without a time it is a draft.',
  neverHint: 'Without a time it stays published.',
  setPublished: (count: number) =>
    count === 1 ? 'Give its part the same publishing time' : `Give its ${count} parts the same publishing time`,
  skipDepublished: (count: number) =>
    count === 1
      ? 'Leave the unpublishing time of its part alone'
      : `Leave the unpublishing times of its ${count} parts alone`,
  backwards: 'This has to be later than the time above.',
  onlyWithTime: 'Holds for a time that is changed above.',
  save: 'Save',
  published: 'Published',
  unpublished: 'Unpublished',
  draft: 'The place is a draft now',
  timesSaved: 'The times are saved',
  undo: 'Undo',
  undone: 'Undone: the former times are back',
  partsLeft: (count: number) =>
    count === 1
      ? '1 part has been changed since, or is refused, and stays as it is'
      : `${count} parts have been changed since, or are refused, and stay as they are`,
  timesMeanwhile:
    'Someone else has changed the place since. Times that you have not chosen here are shown as they are now.',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteText: 'It is no longer found, but can be restored.',
  parts: (count: number) =>
    count === 1 ? 'It has 1 part. What is to become of it?' : `It has ${count} parts. What is to become of them?`,
  deleteParts: 'Delete them too',
  keepParts: 'Keep them as places of their own',
  deleteButton: 'Delete',
  deleted: (name: string) => `${name} is deleted`,
  restored: (name: string) => `${name} is restored`,
  changedMeanwhile: 'Someone else has changed the place meanwhile. It is shown anew; please look and try again.',
}

const sv: typeof en = {
  menu: 'Publicering',
  publishNow: 'Publicera nu',
  times: 'Välj tider …',
  unpublishNow: 'Avpublicera nu',
  toDraft: 'Tillbaka till utkast',
  delete: 'Ta bort …',
  restore: 'Återställ',
  timesTitle: (name: string) => `När ${name} är publicerad`,
  publishedFrom: 'Publicerad från',
  depublishedFrom: 'Avpublicerad från',
  draftHint: 'Utan tid är det ett utkast.',
  neverHint: 'Utan tid förblir den publicerad.',
  setPublished: (count: number) =>
    count === 1 ? 'Ge delen samma publiceringstid' : `Ge de ${count} delarna samma publiceringstid`,
  skipDepublished: (count: number) =>
    count === 1 ? 'Låt delens avpubliceringstid vara' : `Låt de ${count} delarnas avpubliceringstider vara`,
  backwards: 'Det här ska vara senare än tiden ovan.',
  onlyWithTime: 'Gäller när tiden ovan ändras.',
  save: 'Spara',
  published: 'Publicerad',
  unpublished: 'Avpublicerad',
  draft: 'Platsen är nu ett utkast',
  timesSaved: 'Tiderna är sparade',
  undo: 'Ångra',
  undone: 'Ångrat: de förra tiderna gäller igen',
  partsLeft: (count: number) =>
    count === 1
      ? '1 del har ändrats sedan dess, eller avvisas, och är kvar som den är'
      : `${count} delar har ändrats sedan dess, eller avvisas, och är kvar som de är`,
  timesMeanwhile: 'Någon annan har ändrat platsen sedan dess. Tider som du inte har valt här visas som de är nu.',
  deleteTitle: (name: string) => `Ta bort ${name}?`,
  deleteText: 'Den syns inte längre, men kan återställas.',
  parts: (count: number) =>
    count === 1 ? 'Den har 1 del. Vad ska hända med den?' : `Den har ${count} delar. Vad ska hända med dem?`,
  deleteParts: 'Ta bort dem också',
  keepParts: 'Behåll dem som egna platser',
  deleteButton: 'Ta bort',
  deleted: (name: string) => `${name} är borttagen`,
  restored: (name: string) => `${name} är återställd`,
  changedMeanwhile: 'Någon annan har ändrat platsen under tiden. Den visas på nytt; titta och försök igen.',
}

/** The words of publishing and deleting. */
export const publishWords = { en, sv }
