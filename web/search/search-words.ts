import type { Lacking } from './search-value.ts'

const en = {
  lackings: {
    hours: 'No opening hours',
    text: 'No long description',
    pictures: 'No pictures',
    accessibility: 'Nothing on accessibility',
  } satisfies Record<Lacking, string>,
}

const sv: typeof en = {
  lackings: {
    hours: 'Utan öppettider',
    text: 'Utan lång beskrivning',
    pictures: 'Utan bilder',
    accessibility: 'Inget om tillgänglighet',
  },
}

/** The words of what places are asked to lack. */
export const searchWords = { en, sv }
