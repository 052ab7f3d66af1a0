const en = {
  title: (name: string) => `History of ${name}`,
  back: 'To the place',
  actions: {
    create: 'Created',
    patch: 'Changed',
    replace: 'Replaced',
    delete: 'Deleted',
    restore: 'Restored',
    disconnect: 'Separated from its parent',
    follow: 'Followed its parent',
    geolocate: 'Area found anew',
    purge: 'Removed for good',
  } as Record<string, string>,
  by: (who: string) => `by ${who}`,
  now: 'as it is now',
  more: 'Show earlier changes',
  before: 'Before',
  after: 'After',
  nothing: 'Nothing that you may see was changed.',
  restore: 'Restore this version',
  restoreTitle: 'Restore this version?',
  restoreText: (when: string) =>
    `The place becomes what it was ${when}, as a new change of yours. The times of publishing stay as they are.`,
  restored: 'The version is restored',
  changedMeanwhile: 'Someone else has changed the place meanwhile. Look at what would change now, then try again.',
  revisions: 'Versions',
  chosen: (number: number) => `Version ${number}`,
}

const sv: typeof en = {
  title: (name: string) => `Historik för ${name}`,
  back: 'Till platsen',
  actions: {
    create: 'Skapad',
    patch: 'Ändrad',
    replace: 'Ersatt',
    delete: 'Borttagen',
    restore: 'Återställd',
    disconnect: 'Frånkopplad från sin överordnade plats',
    follow: 'Följde sin överordnade plats',
    geolocate: 'Området bestämt på nytt',
    purge: 'Borttagen för gott',
  },
  by: (who: string) => `av ${who}`,
  now: 'som den är nu',
  more: 'Visa tidigare ändringar',
  before: 'Före',
  after: 'Efter',
  nothing: 'Inget som du får se ändrades.',
  restore: 'Återställ den här versionen',
  restoreTitle: 'Återställa den här versionen?',
  restoreText: (when: string) =>
    `Platsen blir som den var ${when}, som en ny ändring av dig. Publiceringstiderna förblir som de är.`,
  restored: 'Versionen är återställd',
  changedMeanwhile: 'Någon annan har ändrat platsen under tiden. Titta på vad som skulle ändras nu och försök igen.',
  revisions: 'Versioner',
  chosen: (number: number) => `Version ${number}`,
}

/** The words of looking back. */
export const historyWords = { en, sv }
