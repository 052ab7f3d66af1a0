import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../kit/icon.tsx'
import { Loading } from '../kit/loading.tsx'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { FileDrop } from './file-drop.tsx'
import { FileView } from './file-view.tsx'
import styles from './import.module.css'
import { importWords } from './import-words.ts'
import { readFile } from './read-file.ts'
import { isTable, type Lines, type Table, UnreadableFile } from './table.ts'

interface OpenedFile {
  readonly name: string
  readonly source: Table | Lines
}

/** Importing a file: choose it, say what its columns mean, see what would become of it, import it. */
export default function ImportPage() {
  const words = useWords(importWords)
  const format = useFormat()
  const [file, setFile] = useState<OpenedFile>()
  const [isReading, setReading] = useState(false)
  const [fault, setFault] = useState<UnreadableFile>()
  const open = async (chosen: File) => {
    setReading(true)
    setFault(undefined)
    try {
      setFile({ name: chosen.name, source: await readFile(chosen) })
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error
      setFault(error)
    } finally {
      setReading(false)
    }
  }
  const count = file ? (isTable(file.source) ? file.source.rows.length : file.source.lines.length) : 0
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      {isReading && <Loading />}
      {!file && !isReading && <FileDrop onFile={(chosen) => void open(chosen)} />}
      {fault && (
        <Alert color="red" variant="light" mt="md" role="alert" className={styles.note}>
          {words.unreadable[fault.code]} {fault.message}
        </Alert>
      )}
      {file && (
        <>
          <div className={styles.file}>
            <Icon name="list" />
            <span className={styles.fileName}>{file.name}</span>
            <Text span size="sm" c="dimmed">
              {words.records(count, format.number(count))}
            </Text>
            <Button variant="subtle" size="compact-sm" ml="auto" onClick={() => setFile(undefined)}>
              {words.another}
            </Button>
          </div>
          <FileView key={file.name} source={file.source} />
        </>
      )}
    </ManageLayout>
  )
}
