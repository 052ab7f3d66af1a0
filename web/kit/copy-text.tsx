import { CopyButton } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { Button } from './button.tsx'
import { kitWords } from './kit-words.ts'

/** A button that copies a text and confirms it. */
export function CopyText({ text, variant }: { readonly text: string; readonly variant: 'default' | 'light' }) {
  const words = useWords(kitWords)
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant={variant} icon={copied ? 'check' : 'copy'} onClick={copy}>
          {copied ? words.copied : words.copy}
        </Button>
      )}
    </CopyButton>
  )
}
