import { followAccount } from './account.ts'
import { followArticle } from './article.ts'
import { followColours } from './colours.ts'
import { showKeptNotice } from './notice.ts'

// The page is whole without this: it keeps up what the service has rendered, and adds what only a browser can do.
followColours()
followAccount()
followArticle()
showKeptNotice()
