import { Select, type SelectProps } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { type PlaceTypeKey, placeTypes } from './place-traits.ts'
import { placeWords } from './place-words.ts'

interface TypeSelectProps extends Omit<SelectProps, 'data' | 'onChange'> {
  readonly onChange: (key: PlaceTypeKey | undefined) => void
}

/** A choice of one place type. */
export function TypeSelect({ onChange, ...rest }: TypeSelectProps) {
  const { types } = useWords(placeWords)
  const data = placeTypes.map(({ key }) => ({ value: key, label: types[key] }))
  return <Select {...rest} data={data} onChange={(key) => onChange((key ?? undefined) as PlaceTypeKey | undefined)} />
}
