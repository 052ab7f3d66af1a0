import { judgeScreens } from './screens.ts'
import { desktop } from './variants.ts'

judgeScreens(desktop)
