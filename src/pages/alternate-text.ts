/** The keyword that marks a picture as decorative. */
export const decorativeTag = 'alt-decorative'

/** The texts of a picture on a page. */
interface Picture {
  readonly title: string
  readonly alternateDescription?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** Returns the alternate text of a picture: '' for a decorative one, and the title if there is none. */
export function alternateTextOf({ title, alternateDescription, tags }: Picture): string {
  return alternateDescription ?? (tags?.includes(decorativeTag) ? '' : title)
}
