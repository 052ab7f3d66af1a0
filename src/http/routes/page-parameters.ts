/** `offset` and `limit` of a list other than a search, with the bounds of one. */
export function pageParameters(what: string) {
  return {
    offset: {
      form: 'integer',
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
      default: 0,
      description: `${what} skipped.`,
    },
    limit: { form: 'integer', min: 0, max: 500, default: 100, description: `${what} returned.` },
  } as const
}
