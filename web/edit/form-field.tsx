import { useCallback, useSyncExternalStore } from 'react'
import type { Json, Pointer } from '../body/json.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { type FieldKind, type InputKind, placeFieldKind } from '../fields/field-kinds.ts'
import type { InputProps, Unread } from '../fields/input-props.ts'
import { inputWords } from '../fields/input-words.ts'
import { pointerTo, requiredFields } from '../fields/place-field.ts'
import { type FieldPath, fieldGroups, fieldWords } from '../place/place-fields.ts'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { useEditStore, useFaultsBelow, useField } from './use-field.ts'

interface FormFieldProps extends Pick<InputProps, 'label' | 'hint' | 'required' | 'schema'> {
  readonly at: Pointer
  readonly kind: InputKind
  /** The fault of the enclosing object, if this is the field to correct it in. */
  readonly faultOfWhole?: string | undefined
  /** The value of an emptied field; undefined by default. */
  readonly whenEmpty?: Json
}

/** The input of a part of the body that the form edits. Renders again only when its value or the faults change. */
export function FormField({ at, faultOfWhole, whenEmpty, ...rest }: FormFieldProps) {
  const store = useEditStore()
  const { value, set } = useField<Json>(at)
  const own = useFaultsBelow(at)
  const discards = useSyncExternalStore(store.subscribe, () => store.state().discards)
  const addUnread = useCallback(
    ({ pointer = '', ...unread }: Unread) => store.addUnread({ ...unread, pointer: at + pointer }),
    [store, at],
  )
  const faults = faultOfWhole === undefined || own.has('') ? own : new Map([...own, ['', faultOfWhole]])
  return (
    <FieldInput
      // Discarding all changes also removes unreadable text.
      key={discards}
      {...rest}
      {...{ at, value, faults, addUnread }}
      onChange={(next) => set(next ?? whenEmpty)}
      leftText={store.leftText(at)}
    />
  )
}

/** The fields of a group, each by its kind. */
export function GroupFields({ group }: { readonly group: keyof typeof fieldGroups }) {
  return (
    <div className={styles.fields}>
      {fieldGroups[group].map((path) => (
        <GroupField key={path} path={path} kind={placeFieldKind(path)} />
      ))}
    </div>
  )
}

function GroupField({ path, kind }: { readonly path: FieldPath; readonly kind: FieldKind }) {
  const labels = useWords(fieldWords)
  const hints: Readonly<Partial<Record<FieldPath, string>>> = useWords(inputWords).hints
  // Their parts are fields of their own.
  if (kind === 'media' || kind === 'group') return null
  return (
    <div data-kind={kind} data-path={path}>
      <FormField
        at={pointerTo(path)}
        {...{ kind }}
        label={labels[path]}
        hint={hints[path]}
        required={requiredFields.has(path)}
      />
    </div>
  )
}
