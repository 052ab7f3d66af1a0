const en = {
  title: 'Someone else has changed this place',
  whoAndWhen: (who: string, when: string) =>
    `${who} saved a change ${when}, after you began. Nothing of either is lost yet.`,
  when: (when: string) => `A change was saved ${when}, after you began. Nothing of either is lost yet.`,
  choose: 'You have both changed this. Choose which is to stand:',
  noClash: 'You have changed different things, so both can stand.',
  mine: 'Yours',
  theirs: 'Theirs',
  taken: 'They have also changed this, which is kept:',
  back: 'Back to the form',
  save: 'Save this',
}

const sv: typeof en = {
  title: 'Någon annan har ändrat platsen',
  whoAndWhen: (who: string, when: string) =>
    `${who} sparade en ändring ${when}, efter att du började. Inget är förlorat än.`,
  when: (when: string) => `En ändring sparades ${when}, efter att du började. Inget är förlorat än.`,
  choose: 'Ni har båda ändrat det här. Välj vad som ska gälla:',
  noClash: 'Ni har ändrat olika saker, så båda kan gälla.',
  mine: 'Ditt',
  theirs: 'Den andras',
  taken: 'Den andra har också ändrat det här, som behålls:',
  back: 'Tillbaka till formuläret',
  save: 'Spara så här',
}

/** The words of a conflict between two changes. */
export const conflictWords = { en, sv }
