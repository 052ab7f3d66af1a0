import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from 'wouter'
import { frameWords } from '../../src/pages/frame-words.ts'
import { addresses, serviceAddress } from '../addresses.ts'
import { Rights } from '../directory/rights.tsx'
import { IconButton } from '../kit/button.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { type Session, useSession } from '../session/session.tsx'
import { hasUnsaved } from '../session/tabs.ts'
import { useWords } from '../words/language.tsx'

/** The person who is signed in, their rights, and the way out. */
export default function Account({ caller }: { readonly caller: NonNullable<Session['caller']> }) {
  const words = useWords(frameWords)
  const { name, may, own, logOut } = useSession()
  const isEditor = may('update') && may('read')
  const [isAsking, asking] = useDisclosure()
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <IconButton icon="person" label={words.account(name)} variant="light" size="lg" isRound />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {words.account(name)}
            <Rights grants={caller.grants ?? [caller]} />
          </Menu.Label>
          {(isEditor || own) && (
            <Menu.Item component={Link} href={addresses.manage()} leftSection={<Icon name="settings" size={16} />}>
              {may('admin') ? words.manage : own ? words.mine : words.today}
            </Menu.Item>
          )}
          {isEditor && (
            <Menu.Item
              component={Link}
              href={addresses.manage('activity')}
              leftSection={<Icon name="history" size={16} />}
            >
              {words.activity}
            </Menu.Item>
          )}
          {!may('admin') && !own && (may('create') || may('update')) && (
            <Menu.Item
              component={Link}
              href={addresses.manage('import')}
              leftSection={<Icon name="upload" size={16} />}
            >
              {words.importPlaces}
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
