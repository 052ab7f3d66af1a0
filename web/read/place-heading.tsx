import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Icon } from '../kit/icon.tsx'
import type { TaggedPlace } from '../place/place-queries.ts'
import { usePlaceState } from '../place/place-state.ts'
import { PlaceTypeMark } from '../place/place-type-mark.tsx'
import { typeOf } from '../place/place-types.ts'
import { placeWords } from '../place/place-words.ts'
import { StateBadge } from '../place/state-badge.tsx'
import { PublishMenu } from '../publish/publish-menu.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'

/** What the place is called and is, and what can be done with it. */
export function PlaceHeading({ tagged }: { readonly tagged: TaggedPlace }) {
  const { place } = tagged
  const words = useWords(pageWords)
  const { types } = useWords(placeWords)
  const { mayEdit, may } = useSession()
  const type = typeOf(place)
  const state = usePlaceState(place)
  const { parent, owner } = place
  return (
    <header className={styles.heading}>
      <PlaceTypeMark type={type} size={44} />
      <div className={styles.names}>
        <Title order={1} className={styles.title}>
          {place.name}
        </Title>
        <Text c="dimmed" component="div" className={styles.kind}>
          {state !== 'published' && (
            <span className={styles.state}>
              <StateBadge state={state} />
            </span>
          )}
          <span>{types[type.key]}</span>
          {parent.id && (
            <span>
              {words.partOf}{' '}
              <Anchor component={Link} href={addresses.place(parent.id)}>
                {parent.name ?? parent.id}
              </Anchor>
            </span>
          )}
          <span>{owner.name ?? owner.id}</span>
        </Text>
      </div>
      <Group gap="xs" className={styles.actions}>
        {may('read') && may('update') && (
          <Button
            component={Link}
            href={addresses.place(place.slug, 'history')}
            variant="default"
            leftSection={<Icon name="history" size={18} />}
          >
            {words.history}
          </Button>
        )}
        <PublishMenu tagged={tagged} />
        {mayEdit(owner.id) && !place.deleted && (
          <Button
            component={Link}
            href={addresses.place(place.slug, 'edit')}
            leftSection={<Icon name="edit" size={18} />}
          >
            {words.edit}
          </Button>
        )}
      </Group>
    </header>
  )
}
