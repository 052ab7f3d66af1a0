import { type DocumentForm, type RenderedDocument, renderedText } from '../index/documents/render.ts'
import type { Names } from '../place/directory-entry.ts'

/** The JSON of a place in a form, of the rendered document that the tables have as JSON; the distance is added outside. */
export function documentText(rendered: string, form: DocumentForm, names: Names): string {
  return renderedText(JSON.parse(rendered) as RenderedDocument, form, names)
}
