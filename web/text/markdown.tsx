import { markdownHtml } from '../../src/pages/markdown.ts'
import styles from './markdown.module.css'

/** A formatted text, in which nothing can run. */
export default function Markdown({ text }: { readonly text: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: markdownHtml(text) }} />
}
