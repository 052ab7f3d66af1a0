import { ActionIcon, Button, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, useRoute } from 'wouter'
import { addresses, serviceAddress } from '../addresses.ts'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { LoginDialog } from '../session/login.tsx'
import { useSession } from '../session/session.tsx'
import { hasUnsaved } from '../session/unsaved.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './app.module.css'
import { appWords } from './app-words.ts'
import iconUrl from './icon.svg'

/** The bar above every view: the way home, language, colours, and who is there. */
export function Header() {
  const words = useWords(appWords)
  return (
    <header className={styles.header}>
      <Link href={addresses.explorer} className={styles.name} aria-label={words.toExplorer}>
        <img src={iconUrl} alt="" width={26} height={26} />
        {words.name}
      </Link>
      <NewPlace />
      <LanguageMenu />
      <ColourToggle />
      <Account />
    </header>
  )
}

/** The way to the form of a new place; a mere sign where there is little room. */
function NewPlace() {
  const words = useWords(appWords)
  const { may } = useSession()
  const [isHere] = useRoute(addresses.manage('new'))
  if (!may('create') || isHere) return null
  const plus = <Icon name="plus" size={18} />
  const link = { component: Link, href: addresses.manage('new'), variant: 'light' } as const
  return (
    <>
      <Button {...link} size="compact-md" leftSection={plus} visibleFrom="sm">
        {words.newPlace}
      </Button>
      <ActionIcon {...link} size="lg" aria-label={words.newPlace} hiddenFrom="sm">
        {plus}
      </ActionIcon>
    </>
  )
}

function LanguageMenu() {
  const { language, choose } = useLanguage()
  const other = language === 'sv' ? 'en' : 'sv'
  const name = other === 'sv' ? 'Svenska' : 'English'
  return (
    <Button
      variant="subtle"
      color="gray"
      c="inherit"
      size="compact-md"
      fw={500}
      lang={other}
      onClick={() => choose(other)}
    >
      {name}
    </Button>
  )
}

function ColourToggle() {
  const words = useWords(appWords)
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'light' ? 'dark' : 'light'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="inherit"
      size="lg"
      aria-label={`${words.colours}: ${words[next]}`}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={next === 'dark' ? 'moon' : 'sun'} />
    </ActionIcon>
  )
}

function Account() {
  const words = useWords(appWords)
  const { caller, isOpen, name, may, logOut } = useSession()
  const [isLoginOpen, login] = useDisclosure()
  const [isAsking, asking] = useDisclosure()
  if (!isOpen) return null
  if (!caller) {
    return (
      <>
        <Button variant="light" size="compact-md" onClick={login.open}>
          {words.logIn}
        </Button>
        <LoginDialog opened={isLoginOpen} onClose={login.close} />
      </>
    )
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon variant="light" size="lg" radius="xl" aria-label={words.account(name)}>
            <Icon name="person" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{words.account(name)}</Menu.Label>
          {may('admin') && (
            <Menu.Item component={Link} href={addresses.manage()} leftSection={<Icon name="settings" size={16} />}>
              {words.manage}
            </Menu.Item>
          )}
          <Menu.Item component="a" href={serviceAddress('/docs/')} leftSection={<Icon name="code" size={16} />}>
            {words.reference}
          </Menu.Item>
          <Menu.Item
            onClick={() => (hasUnsaved() ? asking.open() : logOut())}
            leftSection={<Icon name="logout" size={16} />}
          >
            {words.logOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isAsking}
        title={words.logOutUnsaved}
        text={words.logOutForgets}
        action={words.logOut}
        isGrave
        onClose={asking.close}
        onConfirm={() => {
          asking.close()
          logOut()
        }}
      />
    </>
  )
}
