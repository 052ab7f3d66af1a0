/** The keyword that says of a picture that who does not see it misses nothing. */
export const decorativeTag = 'alt-decorative'

/** What a page tells of a picture. */
interface Picture {
  readonly title: string
  readonly alternateDescription?: string | undefined
  readonly tags?: readonly string[] | undefined
}

/** What is read to those who do not see a picture: '' of one that is decorative, its title where nothing is said. */
export function alternateTextOf({ title, alternateDescription, tags }: Picture): string {
  return alternateDescription ?? (tags?.includes(decorativeTag) ? '' : title)
}
