import { basePath } from './settings.ts'

/** The views of a place below its own address. */
type PlaceViewName = 'edit' | 'history' | 'publish'
/** The views for those who keep places. */
export type ManageViewName =
  | 'new'
  | 'activity'
  | 'import'
  | 'keys'
  | 'directory'
  | 'many'
  | 'table'
  | 'finder'
  | 'webhooks'

/** The addresses of the page, without the path below which the service may lie. */
export const addresses = {
  explorer: '/',
  place: (slug: string, view?: PlaceViewName) => `/p/${encodeURIComponent(slug)}${view ? `/${view}` : ''}`,
  manage: (view?: ManageViewName) => `/manage${view ? `/${view}` : ''}`,
} as const

/** An address outside the page's own views, such as the reference or JSON of the API. */
export function serviceAddress(path: string): string {
  return `${basePath}${path}`
}
