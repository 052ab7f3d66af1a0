import { Group, Input, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ChangeEvent, lazy, Suspense, useId } from 'react'
import { Button } from '../kit/button.tsx'
import { useWords } from '../words/language.tsx'
import { type InputProps, inputOf, textOf } from './input-props.ts'
import { inputWords } from './input-words.ts'
import styles from './inputs.module.css'

/** The keyboards of phones for addresses, by the ends of their pointers. The service finds and words faults. */
const keyboards = [
  [/\/email$/, 'email'],
  [/\/(url|qr)$/, 'url'],
] as const

/** A line of text. */
export function LineInput(props: InputProps) {
  const { at = '', value, onChange } = props
  const [, inputMode = 'text'] = keyboards.find(([ending]) => ending.test(at)) ?? []
  return (
    <TextInput
      {...inputOf(props)}
      inputMode={inputMode}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const rowsMax = 24

/** Text of several lines; its height adapts. */
export function LongTextInput(props: InputProps) {
  const { value, onChange } = props
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.currentTarget.value)
  return <Textarea {...inputOf(props)} autosize minRows={2} maxRows={rowsMax} value={textOf(value)} onChange={change} />
}

const Markdown = lazy(() => import('../text/markdown.tsx'))

/** A formatted text, with a preview. */
export function MarkdownInput(props: InputProps) {
  const words = useWords(inputWords)
  const [isPreview, { toggle }] = useDisclosure()
  const id = useId()
  const { label, description, error } = inputOf({ ...props, hint: props.hint ?? words.longHint })
  const text = textOf(props.value)
  return (
    <Input.Wrapper data-field={props.at} labelElement="div" error={error}>
      <Group justify="space-between" mb={4} gap="xs">
        <Input.Label htmlFor={id}>{label}</Input.Label>
        <Button variant="subtle" size="xs" aria-pressed={isPreview} onClick={toggle}>
          {isPreview ? words.write : words.preview}
        </Button>
      </Group>
      {isPreview ? (
        <div className={`framed ${styles.preview}`}>
          {text.trim() === '' ? <Text c="dimmed">{words.nothingToPreview}</Text> : null}
          <Suspense>
            <Markdown text={text} />
          </Suspense>
        </div>
      ) : (
        <Textarea
          id={id}
          autosize
          minRows={5}
          maxRows={rowsMax}
          description={description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          onChange={(event) => props.onChange(event.currentTarget.value)}
        />
      )}
    </Input.Wrapper>
  )
}
