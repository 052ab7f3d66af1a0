import { Anchor, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import type { operations } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { Button } from '../kit/button.tsx'
import { Icon } from '../kit/icon.tsx'
import { Awaited } from '../kit/message.tsx'
import { useFieldLabel } from '../place/field-label.ts'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useAuthorName, useFormat, useWords } from '../words/language.tsx'
import styles from './act-item.module.css'
import { historyWords } from './history-words.ts'
import { UndoButton } from './undone.tsx'

/** An act in a list of them. */
export type ShownAct = operations['getActs']['responses'][200]['content']['application/json']['Results'][number]
type Change = NonNullable<ShownAct['first']>

/** Returns the function that names the author, and a signed-in person or the key of a program if it has another name. */
export function useWrittenBy(): (who: string, caller: ShownAct['caller']) => string {
  const words = useWords(historyWords)
  const author = useAuthorName()
  return (who, caller) => {
    if (caller === undefined || Object.values(caller).includes(who)) return words.by(author(who))
    return 'key' in caller ? words.byKey(author(who), author(caller.key)) : words.byPerson(who, caller.sub)
  }
}

/** One act: what was done where, by whom and when, with its places below, and the way back. */
export function ActItem({ act }: { readonly act: ShownAct }) {
  const words = useWords(historyWords)
  const format = useFormat()
  const title = useActTitle()(act)
  const author = useAuthorName()
  const writtenBy = useWrittenBy()
  const list = useId()
  const [isOpen, setOpen] = useState(location.hash === `#${act.id}`)
  const { id, time, who, caller, places, first } = act
  return (
    <li className={styles.act}>
      <div className={styles.what}>
        <span className={styles.title}>{title}</span>
        {places > 1 ? (
          <Button
            variant="subtle"
            size="sm"
            mx={-8}
            rightSection={<Icon name={isOpen ? 'up' : 'down'} size={14} />}
            aria-expanded={isOpen}
            aria-controls={list}
            onClick={() => setOpen(!isOpen)}
          >
            {words.places(places)}
          </Button>
        ) : (
          first && <PlaceLink change={first} />
        )}
        <Text span size="xs" c="dimmed" className={styles.who} title={who && writtenBy(who, caller)}>
          {who && `${words.by(author(who))} · `}
          <time dateTime={time}>{format.moment(time)}</time>
        </Text>
      </div>
      <div className={styles.end}>
        <UndoAct act={act} />
      </div>
      <div id={list} className={styles.places} hidden={!isOpen}>
        {isOpen && <Places id={id} />}
      </div>
    </li>
  )
}

/** The way back from an act, or that it was undone. */
export function UndoAct({ act }: { readonly act: ShownAct }) {
  const words = useWords(historyWords)
  const { mayEdit } = useSession()
  const title = useActTitle()(act)
  const { id, places, first, undoneBy, kind } = act
  const isOne = places === 1 && first?.entry === 'place'
  const owner = isOne ? first.owner?.id : undefined
  const canUndo = places > 0 && first?.action !== 'purge' && (owner === undefined || mayEdit(owner))
  return (
    <>
      {undoneBy !== undefined && (
        <Text span size="xs" c="dimmed">
          {words.isUndone}
        </Text>
      )}
      <UndoButton
        {...{ id, title, places }}
        isLabelled={kind === 'import'}
        isOffered={canUndo && undoneBy === undefined}
        size="sm"
      >
        {words.undoAct}
      </UndoButton>
    </>
  )
}

type TitledAct = Pick<ShownAct, 'kind' | 'label'> & { readonly first?: Pick<Change, 'action' | 'changed'> }

/** Returns the function that says what an act is: its label, else its action and the changed fields in words. */
export function useActTitle(): (act: TitledAct) => string {
  const words = useWords(historyWords)
  const fieldsOf = useChangedFields()
  return ({ kind, label, first }) => {
    const own = label ?? (kind === 'import' ? words.imported : undefined)
    const fields = first ? fieldsOf(first) : ''
    if (kind === 'undo') return own === undefined && fields === '' ? words.undidOne : words.undid(own ?? fields)
    if (own !== undefined) return own
    if (!first) return words.actions.patch
    const action = words.actions[first.action as keyof typeof words.actions] ?? first.action
    return fields === '' ? action : `${action}: ${fields}`
  }
}

const fieldsShownMax = 3

/** Returns the function that names the changed fields of a place, the first ones of many. */
function useChangedFields(): (change: Pick<Change, 'changed'>) => string {
  const words = useWords(historyWords)
  const labelOf = useFieldLabel()
  return ({ changed }) => {
    const fields = [...new Set(changed.map(labelOf))]
    const more = fields.length - fieldsShownMax
    const named = fields.slice(0, fieldsShownMax).join(', ')
    return more > 0 ? `${named} ${words.moreFields(more)}` : named
  }
}

function PlaceLink({ change: { id, entry, name, slug, town } }: { readonly change: Change }) {
  if (entry === 'directory' || slug === undefined) return <bdi>{name ?? id}</bdi>
  return (
    <span>
      <Anchor component={Link} href={addresses.place(slug, 'history')}>
        <bdi>{name}</bdi>
      </Anchor>
      {town !== undefined && (
        <Text span size="xs" c="dimmed">
          , {town}
        </Text>
      )}
    </span>
  )
}

/** Reads an act by its id, for those who may. */
export function useAct(id: string) {
  const { api, may } = useSession()
  return useQuery({
    queryKey: [...queryNames.place, 'act', id, 'alone'],
    enabled: may('read'),
    queryFn: () => answered(api.GET('/acts/{id}', { params: { path: { id }, query: { limit: 0 } } })),
  })
}

/** The places of an act, each with the fields that it changed there. */
function Places({ id }: { readonly id: string }) {
  const words = useWords(historyWords)
  const fieldsOf = useChangedFields()
  const { api } = useSession()
  const query = useInfiniteQuery({
    queryKey: [...queryNames.place, 'act', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before }) =>
      answered(api.GET('/acts/{id}', { params: { path: { id }, query: before === undefined ? {} : { before } } })),
    getNextPageParam: ({ Next }) => Next,
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (!data) return <Awaited query={query} />
  return (
    <>
      <ul>
        {data.pages
          .flatMap(({ Places }) => Places)
          .map((change) => (
            <li key={change.id}>
              <PlaceLink change={change} />
              <Text span size="xs" c="dimmed">
                {' · '}
                {fieldsOf(change) || words.actions[change.action as keyof typeof words.actions]}
              </Text>
            </li>
          ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.morePlaces}
        </Button>
      )}
    </>
  )
}
