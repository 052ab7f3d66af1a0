import { Link, useRoute } from 'wouter'
import { frameWords } from '../../src/pages/frame-words.ts'
import { otherLanguage } from '../../src/words/language.ts'
import { languageNames } from '../../src/words/words.ts'
import { addresses } from '../addresses.ts'
import { Button, IconButton } from '../kit/button.tsx'
import { chooseColours, useColours } from '../kit/colours.ts'
import { later, useOpening } from '../kit/later.tsx'
import { NotLoaded, notifyFault, useFailureText } from '../kit/message.tsx'
import { signInAddress, useSession } from '../session/session.tsx'
import { sessionWords } from '../session/session-words.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './app.module.css'
import iconUrl from './icon.svg'

/** The bar above every view: the way home, language, colours, and who is there. */
export function Header() {
  const words = useWords(frameWords)
  return (
    <header className={styles.header}>
      <Link href={addresses.explorer} className={styles.name} aria-label={words.toExplorer}>
        <img src={iconUrl} alt="" width={26} height={26} />
        {words.name}
      </Link>
      <NewPlaceLink />
      <LanguageMenu />
      <ColourToggle />
      <WhoIsThere />
    </header>
  )
}

/** The way to the form of a new place; a mere sign where there is little space. */
function NewPlaceLink() {
  const words = useWords(frameWords)
  const { may } = useSession()
  const [isHere] = useRoute(addresses.manage('new'))
  if (!may('create') || isHere) return null
  const link = { component: Link, href: addresses.manage('new'), variant: 'light' } as const
  return (
    <>
      <Button {...link} size="md" icon="plus" className={styles.wide}>
        {words.newPlace}
      </Button>
      <IconButton {...link} icon="plus" label={words.newPlace} size="lg" className={styles.narrow} />
    </>
  )
}

function LanguageMenu() {
  const { language, choose } = useLanguage()
  const other = otherLanguage(language)
  return (
    <Button
      variant="subtle"
      color="gray"
      size="md"
      className={styles.language}
      lang={other}
      onClick={() => choose(other)}
    >
      {languageNames[other]}
    </Button>
  )
}

function ColourToggle() {
  const words = useWords(frameWords)
  const next = useColours() === 'light' ? 'dark' : 'light'
  return (
    <IconButton
      icon={next === 'dark' ? 'moon' : 'sun'}
      label={`${words.colours}: ${words[next]}`}
      color="gray"
      size="lg"
      onClick={() => chooseColours(next)}
    />
  )
}

const Account = later(async () => (await import('./account.tsx')).default, {
  Meanwhile: () => <span className={styles.account} />,
})

const LoginDialog = later(async () => (await import('../session/login.tsx')).LoginDialog, {
  Failed: () => (
    <div className={styles.missing}>
      <NotLoaded />
    </div>
  ),
})

/** The account of who is signed in, else the way in. */
function WhoIsThere() {
  const words = useWords(frameWords)
  const { caller, isOpen, isSettled, failure } = useSession()
  const { isOpened, close, opening } = useOpening(LoginDialog)
  if (!isOpen) return null
  // Nobody is asked to sign in before the service has answered who is there.
  if (!isSettled) return failure && <NotTold failure={failure} />
  if (caller) return <Account caller={caller} />
  return (
    <>
      <Button {...opening} variant="subtle" color="gray" size="md" className={styles.language}>
        {words.logIn}
      </Button>
      {isOpened !== undefined && <LoginDialog opened={isOpened} onClose={close} />}
    </>
  )
}

/** In the place of the account of somebody whose rights the service does not tell now: that it is so, and why. */
function NotTold({ failure }: { readonly failure: Error }) {
  const words = useWords(frameWords)
  const text = words.notTold(useFailureText()(failure))
  return (
    <Button variant="light" size="md" title={text} icon="person" onClick={() => notifyFault(text)}>
      {words.signedIn}
    </Button>
  )
}

/** Reports that the session has ended, and offers to sign in again, beside all that was begun. */
export function SessionEnded() {
  const words = useWords(sessionWords)
  const { hasEnded, caller } = useSession()
  const { isOpened, close, opening } = useOpening(LoginDialog)
  if (!hasEnded) return null
  const isOfPerson = caller?.session?.sub !== undefined
  return (
    <div className={styles.ended} role="alert">
      <strong>{words.ended}</strong>
      <br />
      {isOfPerson ? words.endedText : words.endedTextHere}{' '}
      {isOfPerson ? (
        // biome-ignore lint/security/noBlankTarget: the sign-in page is our own.
        <a href={signInAddress()} target="_blank" rel="opener">
          {words.signInAgain}
        </a>
      ) : (
        <Button {...opening} variant="light" size="sm">
          {words.signInAgain}
        </Button>
      )}
      {isOpened !== undefined && <LoginDialog opened={isOpened} onClose={close} />}
    </div>
  )
}
