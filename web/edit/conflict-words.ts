import { wordsOf } from '../words/words.ts'
/** The words of a conflict between two changes. */
export const conflictWords = wordsOf({
  title: ['Someone else has changed this place', 'Någon annan har ändrat platsen'],
  whoAndWhen: [
    (who: string, when: string) => `${who} saved a change ${when}, after you began. Nothing of either is lost yet.`,
    (who: string, when: string) => `${who} sparade en ändring ${when}, efter att du började. Inget är förlorat än.`,
  ],
  when: [
    (when: string) => `A change was saved ${when}, after you began. Nothing of either is lost yet.`,
    (when: string) => `En ändring sparades ${when}, efter att du började. Inget är förlorat än.`,
  ],
  choose: [
    'You have both changed this. Choose which is to stand:',
    'Ni har båda ändrat det här. Välj vad som ska gälla:',
  ],
  noClash: ['You have changed different things, so both can stand.', 'Ni har ändrat olika saker, så båda kan gälla.'],
  mine: ['Yours', 'Ditt'],
  theirs: ['Theirs', 'Den andras'],
  taken: ['They have also changed this, which is kept:', 'Den andra har också ändrat det här, som behålls:'],
  back: ['Back to the form', 'Tillbaka till formuläret'],
  save: ['Save this', 'Spara så här'],
})
