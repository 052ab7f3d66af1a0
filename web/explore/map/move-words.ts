import { plural, wordsOf } from '../../../src/words/words.ts'

/** The words of moving pins. */
export const moveWords = wordsOf({
  help: [
    'Drag a pin, or choose it and click its new spot.',
    'Dra en nål, eller välj den och klicka på det nya stället.',
  ],
  keys: ['With the keyboard, move it with the arrow keys.', 'Med tangentbordet flyttar du den med piltangenterna.'],
  taken: ['Click the new spot of {{name}}.', 'Klicka på det nya stället för {{name}}.'],
  zoomIn: ['Zoom in to move single pins.', 'Zooma in för att flytta enstaka nålar.'],
  pin: ['Move {{name}}', 'Flytta {{name}}'],
  bar: ['Moved pins', 'Flyttade nålar'],
  moved: [plural('1 moved', '# moved'), plural('1 flyttad', '# flyttade')],
  saved: [plural('1 saved', '# saved'), plural('1 sparad', '# sparade')],
  save: ['Save', 'Spara'],
  undo: ['Undo', 'Ångra'],
  discard: ['Discard all', 'Ångra alla'],
  done: ['Done', 'Klar'],
  saving: ['Saving {{done}} of {{total}}', 'Sparar {{done}} av {{total}}'],
  goOn: ['Continue', 'Fortsätt'],
  undone: ['The move is undone', 'Flytten är ångrad'],
  other: ['Another change is not finished.', 'En annan ändring är inte klar.'],
  toOther: ['Show it', 'Visa den'],
})
