import { defineFinder } from './finder.ts'

// The service puts the key of its visitors in the place of this text (src/http/routes/finder-routes.ts).
const key = 'KEY-OF-VISITORS'
const script = document.currentScript as HTMLScriptElement
defineFinder({ base: new URL('.', script.src).href, key })
