import { judgeScreens } from './screens.ts'
import { phone } from './variants.ts'

judgeScreens(phone)
