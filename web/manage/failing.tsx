import { useState } from 'react'
import { addresses } from '../addresses.ts'
import { IconButton } from '../kit/button.tsx'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { dismissImport, type FailedImport, failedImports } from './failed-imports.ts'
import styles from './today.module.css'
import { Group, Row } from './today-rows.tsx'
import { todayWords } from './today-words.ts'
import { useExplanation, useWebhooks } from './webhooks-page.tsx'
import { webhooksWords } from './webhooks-words.ts'

/** Lists webhooks whose events are not delivered, and the person's imports that failed; renders nothing without any. */
export function Failing() {
  const words = useWords(todayWords)
  const { states } = useWords(webhooksWords)
  const { may } = useSession()
  const explain = useExplanation()
  const { data = [] } = useWebhooks({ enabled: may('admin') })
  const webhooks = data.filter(({ state }) => state === 'failing' || state === 'paused')
  const [imports, setImports] = useState(failedImports)
  if (webhooks.length + imports.length === 0) return null
  const dismiss = (id: string) => {
    dismissImport(id)
    setImports(failedImports())
  }
  return (
    <Group title={words.failing}>
      <ul className={`framed ${styles.figures}`}>
        {webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            href={addresses.manage('webhooks')}
            label={webhook.url}
            note={explain(webhook) ?? states[webhook.state]}
          />
        ))}
        {imports.map((failed) => (
          <ImportRow key={failed.id} failed={failed} onDismiss={() => dismiss(failed.id)} />
        ))}
      </ul>
    </Group>
  )
}

interface ImportRowProps {
  readonly failed: FailedImport
  readonly onDismiss: () => void
}

/** Leads to the result of a failed import. */
function ImportRow({ failed: { id, name, time, isStopped, ...rows }, onDismiss }: ImportRowProps) {
  const words = useWords(todayWords)
  const format = useFormat()
  const text = isStopped ? words.importStopped(rows.done, rows.rows) : words.importRefused(rows.refused, rows.rows)
  return (
    <Row
      href={`${addresses.manage('import')}#${id}`}
      label={words.importOf(name)}
      note={`${text} · ${format.moment(new Date(time).toISOString())}`}
      beside={<IconButton icon="close" label={words.dismiss(name)} color="gray" onClick={onDismiss} />}
    />
  )
}
