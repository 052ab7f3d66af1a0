const en = {
  title: 'Someone else has changed this place',
  whoAndWhen: (who: string, when: string) =>
    `${who} saved a change ${when}, after you began. Nothing of either is lost yet.`,
  when: (when: string) => `A change was saved ${when}, after you began. Nothing of either is lost yet.`,
  choose: 'Both changed this. Choose which is to stand:',
  noClash: 'You have changed different things, so both can stand.',
  mine: 'Yours',
  theirs: 'Theirs',
  taken: 'Also changed, and kept:',
  back: 'Back to the form',
  save: 'Save this',
}

const sv: typeof en = {
  title: 'Någon annan har ändrat platsen',
  whoAndWhen: (who: string, when: string) =>
    `${who} sparade en ändring ${when}, efter att du började. Inget är förlorat än.`,
  when: (when: string) => `En ändring sparades ${when}, efter att du började. Inget är förlorat än.`,
  choose: 'Båda har ändrat det här. Välj vilket som ska gälla:',
  noClash: 'Ni har ändrat olika saker, så båda kan gälla.',
  mine: 'Ditt',
  theirs: 'Den andres',
  taken: 'Också ändrat, och kvar:',
  back: 'Tillbaka till formuläret',
  save: 'Spara så här',
}

/** The words of a conflict between two changes. */
export const conflictWords = { en, sv }
