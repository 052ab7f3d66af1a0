import { ActionIcon, Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'wouter'
import { addresses, serviceAddress } from '../addresses.ts'
import { Rights } from '../directory/rights.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { LoginDialog } from '../session/login.tsx'
import { useSession } from '../session/session.tsx'
import { hasUnsaved } from '../session/tabs.ts'
import { useWords } from '../words/language.tsx'
import { appWords } from './app-words.ts'

/** Who is there, what they may do, and the way in and out. */
export default function Account() {
  const words = useWords(appWords)
  const { caller, isOpen, isSettled, name, may, own, logOut } = useSession()
  const [isLoginOpen, login] = useDisclosure()
  const [isAsking, asking] = useDisclosure()
  // A person whom the service has not told yet is none who is to sign in.
  if (!isOpen || !isSettled) return null
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
          <Menu.Label>
            {words.account(name)}
            {caller.grants && <Rights grants={caller.grants} />}
          </Menu.Label>
          {(may('admin') || own) && (
            <Menu.Item component={Link} href={addresses.manage()} leftSection={<Icon name="settings" size={16} />}>
              {own ? words.mine : words.manage}
            </Menu.Item>
          )}
          <Menu.Item component="a" href={serviceAddress('/docs/')} leftSection={<Icon name="code" size={16} />}>
            {words.reference}
          </Menu.Item>
          <Menu.Item
            onClick={() => (hasUnsaved() ? asking.open() : void logOut())}
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
          void logOut()
        }}
      />
    </>
  )
}
