import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useRoute } from 'wouter'
import { addresses, type ManageViewName } from '../addresses.ts'
import { Button } from '../kit/button.tsx'
import { useTitle } from '../kit/hooks.ts'
import { kitWords } from '../kit/kit-words.ts'
import { Message, ToSearch } from '../kit/message.tsx'
import { LoginDialog } from '../session/login.tsx'
import { type Permission, useSession } from '../session/session.tsx'
import { sessionWords } from '../session/session-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { manageWords } from './manage-words.ts'

interface ManageLayoutProps {
  readonly title: string
  readonly lead?: string
  /** The permission that the view requires. */
  readonly needs?: Permission
  /** True for a view that uses the whole width of the window. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

const views: readonly (ManageViewName | undefined)[] = [
  undefined,
  'activity',
  'import',
  'directory',
  'keys',
  'webhooks',
  'finder',
]
/** For editors, who are no admins. */
const editorViews = views.slice(0, 3)

/** The frame of the management views: navigation, a title, and the view. */
export function ManageLayout({ title, lead, needs = 'admin', isWide, children }: ManageLayoutProps) {
  const words = useWords(manageWords)
  const { may, own } = useSession()
  const isEditor = own !== undefined || (may('update') && may('read'))
  const shown = may('admin') ? views : isEditor ? editorViews : []
  useTitle(title)
  const nav = useRef<HTMLElement>(null)
  // On a narrow window the views form one line, and the current one may be out of sight.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - nav.current.offsetLeft - 16 })
  }, [])
  if (!may(needs)) return <OtherKey needs={needs} />
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      {shown.length > 0 && (
        <nav ref={nav} className={styles.nav} aria-label={words.nav}>
          {shown.map((view) => (
            <ViewLink key={view ?? ''} view={view} label={words.views[view ?? 'today']} />
          ))}
        </nav>
      )}
      <Title order={1} size="h2">
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt={4} mb="lg" maw={640}>
          {lead}
        </Text>
      )}
      {children}
    </div>
  )
}

/** Stands in for a view that the key may not open. */
function OtherKey({ needs }: { readonly needs: Permission }) {
  const words = useWords(manageWords)
  const { forbiddenTitle } = useWords(kitWords)
  const { rights } = useWords(sessionWords)
  const [isLoggingIn, setLoggingIn] = useState(false)
  return (
    <Message icon="key" title={forbiddenTitle} text={words.needs(rights[needs])} order={1}>
      <Button variant="light" onClick={() => setLoggingIn(true)}>
        {words.otherKey}
      </Button>
      <ToSearch />
      <LoginDialog opened={isLoggingIn} onClose={() => setLoggingIn(false)} />
    </Message>
  )
}

function ViewLink({ view, label }: { readonly view: ManageViewName | undefined; readonly label: string }) {
  const [isHere] = useRoute(addresses.manage(view))
  return (
    <Link href={addresses.manage(view)} aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  )
}
