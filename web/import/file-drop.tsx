import { Button, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import { useWords } from '../words/language.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'

const accepted = '.csv,.tsv,.txt,.json,.geojson,.ndjson,.jsonl,.gz'

/** Takes a file that is dropped or chosen. */
export function FileDrop({ onFile }: { readonly onFile: (file: File) => void }) {
  const words = useWords(importWords)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  // A file that misses the frame is taken all the same: the browser would open it and leave the page.
  const taking = useRef(take)
  taking.current = take
  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      taking.current(event.dataTransfer?.files ?? null)
    }
    const listeners = [
      ['dragover', over],
      ['dragleave', leave],
      ['drop', drop],
    ] as const
    for (const [name, listener] of listeners) document.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of listeners) document.removeEventListener(name, listener)
    }
  }, [])
  return (
    <section className={styles.drop} data-over={isOver} aria-label={words.drop}>
      <Icon name="upload" size={30} />
      <Text fw={550}>{words.drop}</Text>
      <input
        ref={input}
        type="file"
        accept={accepted}
        className={styles.input}
        tabIndex={-1}
        aria-label={words.choose}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file can be chosen again after it has been mended.
          event.currentTarget.value = ''
        }}
      />
      <Button variant="light" onClick={() => input.current?.click()}>
        {words.choose}
      </Button>
      <Text size="sm" c="dimmed">
        {words.kinds}
      </Text>
    </section>
  )
}
