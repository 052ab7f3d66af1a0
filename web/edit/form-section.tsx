import { Badge, Stack, Title, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import {
  createContext,
  memo,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { isWithin, type Pointer } from '../body/json.ts'
import { pointerTo } from '../fields/place-field.ts'
import { useStore } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { createStore } from '../kit/store.ts'
import { fieldGroups } from '../place/place-fields.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { useEditStore } from './use-field.ts'

/** The names of the sections in order, also their anchors: groups of fields, and what only a type of place has. */
const formSectionNames = ['basics', 'position', 'visit', 'hours', 'facilities', 'media', 'type'] as const
type FormSectionName = (typeof formSectionNames)[number]

/** Returns the section in which a member is edited, and a fault of it corrected; undefined if there is none. */
export function sectionOf(fault: Pointer): FormSectionName | undefined {
  if (isWithin(fault, '/placeTypes')) return fault === '/placeTypes' ? 'basics' : 'type'
  const isThere = (group: keyof typeof fieldGroups) =>
    fieldGroups[group].some((path) => isWithin(fault, pointerTo(path)) || isWithin(pointerTo(path), fault))
  if (isThere('older')) return 'visit'
  return formSectionNames.find((name) => name !== 'type' && isThere(name))
}

/** The sections that are open if the address names none. */
const openAtFirst: readonly FormSectionName[] = ['basics', 'position', 'visit', 'hours']

const OpenSections = createContext(createStore<ReadonlySet<FormSectionName>>(new Set()))

/**
 * Provides the open or closed state of the sections inside. A section named in the address (`#hours`) opens as the only
 * one and gets the focus. Sections with unreadable text of a draft open in any case.
 */
export function FormSections({ children }: { readonly children: ReactNode }) {
  const edited = useEditStore()
  const container = useRef<HTMLDivElement>(null)
  const [open] = useState(() => {
    const named = sectionNamed(location.hash)
    const left = edited.texts().flatMap(([pointer]) => sectionOf(pointer) ?? [])
    return createStore<ReadonlySet<FormSectionName>>(new Set([...(named ? [named] : openAtFirst), ...left]))
  })
  const show = useCallback(() => {
    const named = sectionNamed(location.hash)
    if (!named) return
    open.set(new Set([...open.state(), named]))
    const heading = container.current?.querySelector<HTMLElement>(`#${named} [data-section]`)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [open, container])
  useEffect(show, [show])
  useWindowEvent('hashchange', show)
  return (
    <OpenSections value={open}>
      <div ref={container} className={styles.page}>
        {children}
      </div>
    </OpenSections>
  )
}

function sectionNamed(hash: string): FormSectionName | undefined {
  return formSectionNames.find((name) => hash === `#${name}`)
}

interface FormSectionProps {
  /** Also the anchor for links from the list of sections. */
  readonly name: FormSectionName
  readonly children: ReactNode
}

/** A section of the form with a heading that opens and closes it and counts its faults. With faults it stays open. */
export function FormSection({ name, children }: FormSectionProps) {
  const { sections } = useWords(editWords)
  const id = useId()
  const store = use(OpenSections)
  const opened = useStore(store)
  const isFaulty = useFaultCount(name) > 0
  const isOpen = isFaulty || opened.has(name)
  // Once opened, it stays mounted, so that typed text survives closing.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  // Stays open after the last fault is corrected, instead of closing under the user.
  useEffect(() => {
    if (isFaulty) store.set(new Set([...store.state(), name]))
  }, [isFaulty, store, name])
  const toggle = () => store.set(new Set(isOpen ? [...opened].filter((other) => other !== name) : [...opened, name]))
  return (
    <section id={name} className={styles.section} aria-labelledby={id}>
      <Title order={2} size="h4">
        <UnstyledButton className={`pressable ${styles.heading}`} data-section aria-expanded={isOpen} onClick={toggle}>
          <Icon name={isOpen ? 'down' : 'right'} size={16} />
          <span id={id}>{sections[name]}</span>
          <FaultCount section={name} />
        </UnstyledButton>
      </Title>
      {wasOpen && (
        <Stack gap="md" mt="md" display={isOpen ? undefined : 'none'}>
          {children}
        </Stack>
      )}
    </section>
  )
}

/** Shows the number of faults in a section; renders nothing without any. */
function FaultCount({ section }: { readonly section: FormSectionName }) {
  const words = useWords(editWords)
  const count = useFaultCount(section)
  if (count === 0) return null
  return (
    <Badge color="red" size="sm" variant="filled">
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{words.faults(count)}</VisuallyHidden>
    </Badge>
  )
}

/** Returns the number of faults in a section, for its heading, even while its fields are out of view. */
function useFaultCount(section: FormSectionName): number {
  const store = useEditStore()
  return useSyncExternalStore(
    store.subscribe,
    () => [...store.state().faults.keys()].filter((at) => sectionOf(at) === section).length,
  )
}

/** Links to the sections of the form, marking the current one and those with faults. */
export const SectionNav = memo(function SectionNav() {
  const words = useWords(editWords)
  const open = use(OpenSections)
  const present = usePresentSection(formSectionNames)
  const nav = useRef<HTMLElement>(null)
  // On a narrow window the links form one line, which scrolls.
  useEffect(() => {
    const link = present && nav.current?.querySelector<HTMLElement>(`[href='#${present}']`)
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - nav.current.offsetLeft - 16 })
  }, [present])
  return (
    <nav ref={nav} className={styles.nav} aria-label={words.sectionNav}>
      {formSectionNames.map((name) => (
        <a
          key={name}
          href={`#${name}`}
          aria-current={name === present ? 'location' : undefined}
          onClick={() => open.set(new Set([...open.state(), name]))}
        >
          {words.sections[name]}
          <FaultCount section={name} />
        </a>
      ))}
    </nav>
  )
})

/** The fraction of the window height that a section must reach to be the current one. */
const readingLine = 0.4

/** Returns the id of the element currently in view; the last one at the end of the page. */
function usePresentSection<Name extends string>(names: readonly Name[]): Name | undefined {
  const [present, setPresent] = useState<Name | undefined>(names[0])
  const look = () => setPresent(presentOf(names))
  // The scrolling element is the frame around the view. Its events do not bubble, but can be captured.
  useWindowEvent('scroll', look, { capture: true, passive: true })
  useWindowEvent('resize', look)
  return present
}

function presentOf<Name extends string>(names: readonly Name[]): Name | undefined {
  const boxes = names.flatMap((name) => {
    const section = document.getElementById(name)
    const { top = 0, bottom = 0 } = section?.getBoundingClientRect() ?? {}
    return section ? [{ name, top, bottom, hasFocus: section.contains(document.activeElement) }] : []
  })
  // Near the end of the form, a section that was navigated to cannot reach the top.
  const focused = boxes.find(({ top, hasFocus }) => hasFocus && top >= 0 && top < innerHeight)
  if (focused) return focused.name
  const last = boxes.at(-1)
  if (last && last.bottom <= innerHeight) return last.name
  return (boxes.findLast(({ top }) => top <= innerHeight * readingLine) ?? boxes[0])?.name
}
