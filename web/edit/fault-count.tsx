import { Badge, VisuallyHidden } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import type { FormSectionName } from './form-sections.ts'
import { useFaultCount } from './use-field.ts'

/** How many things have to be put right in a part of the form; nothing where none have. */
export function FaultCount({ section }: { readonly section: FormSectionName }) {
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
