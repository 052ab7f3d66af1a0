import { Button, Group, Input, Text, Textarea } from '@mantine/core'
import { lazy, Suspense, useId, useState } from 'react'
import { useWords } from '../words/language.tsx'
import styles from './edit.module.css'
import { editWords } from './edit-words.ts'
import { type FieldProps, textOf } from './fields.tsx'
import { useField } from './use-field.ts'

const Markdown = lazy(() => import('../text/markdown.tsx'))

/** A formatted text, and how it will look. */
export function MarkdownField({ at, label, hint }: FieldProps) {
  const words = useWords(editWords)
  const { value, fault, set } = useField(at)
  const [isPreview, setPreview] = useState(false)
  const id = useId()
  const text = textOf(value)
  return (
    <Input.Wrapper data-field={at} labelElement="div" error={fault}>
      <Group justify="space-between" mb={4} gap="xs">
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <Button variant="subtle" size="compact-xs" aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? words.write : words.preview}
        </Button>
      </Group>
      {isPreview ? (
        <div className={styles.preview}>
          {text.trim() === '' ? <Text c="dimmed">{words.nothingToPreview}</Text> : null}
          <Suspense>
            <Markdown text={text} topLevel={3} />
          </Suspense>
        </div>
      ) : (
        <Textarea
          id={id}
          autosize
          minRows={5}
          maxRows={24}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={text}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
    </Input.Wrapper>
  )
}
