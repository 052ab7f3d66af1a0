/** The icons, as strokes on a grid of 24. */
export const iconPaths = {
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16 16l4.5 4.5',
  close: 'M6 6l12 12M18 6L6 18',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  rows: 'M4 5h16M4 9.7h16M4 14.3h16M4 19h16',
  map: 'M9 4L3 6.5v13.5l6-2.5 6 2.5 6-2.5V4l-6 2.5zM9 4v13.5M15 6.5V20',
  pin: 'M12 21s-7-6.5-7-11.5a7 7 0 0 1 14 0C19 14.5 12 21 12 21zM12 12a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  locate: 'M12 5a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM12 2v4M12 18v4M2 12h4M18 12h4',
  person: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M4.2 4.2l1.4 1.4M18.4 18.4l1.4 1.4M2 12h2M20 12h2M4.2 19.8l1.4-1.4M18.4 5.6l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  back: 'M11 5l-7 7 7 7M4 12h16',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  plus: 'M12 5v14M5 12h14',
  edit: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 1.5',
  copy: 'M8 8h12v12H8zM16 8V4H4v12h4',
  check: 'M5 12.5l4.5 4.5L19 7',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.5h.01',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.5h.01',
  phone: 'M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z',
  mail: 'M3 6h18v12H3zM3.5 6.5L12 13l8.5-6.5',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4.2 4.2 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6-.5l-3 3a4.2 4.2 0 0 0 6 6l1.5-1.5',
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
  upload: 'M12 16V4M7 9l5-5 5 5M4 15v5h16v-5',
  download: 'M12 4v12M7 11l5 5 5-5M4 15v5h16v-5',
  key: 'M8 12a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM11 13l9-9M16 8l3 3M14 10l2 2',
  bookmark: 'M6 4h12v16l-6-4.5L6 20z',
  book: 'M5 4h13v16H6.5A1.5 1.5 0 0 1 5 18.5zM5 17h13M9 8h5',
  settings: 'M5 6h14M5 12h14M5 18h14M9 4v4M15 10v4M8 16v4',
  logout: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  restore: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5',
  redo: 'M20 12a8 8 0 1 1-2.5-5.8L20 8.5M20 4v4.5h-4.5',
  toilet:
    'M8 4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM16 4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zM6 20v-6H5l1.5-5h3L11 14h-1v6M14 20v-5h-1v-6h6v6h-1v5M12 3v18',
  wifi: 'M3 9.5a13 13 0 0 1 18 0M6 13a8.5 8.5 0 0 1 12 0M9 16.5a4.2 4.2 0 0 1 6 0M12 19.5h.01',
  cafe: 'M4 9h12v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM16 10h2a2.5 2.5 0 0 1 0 5h-2M8 3v3M12 3v3',
  parking: 'M5 3h14v18H5zM9.5 17V7H13a3 3 0 0 1 0 6H9.5',
  charging: 'M13 3L6 13h5l-1 8 7-11h-5z',
  wheelchair: 'M10 4.5a1.5 1.5 0 1 1 0 .01M10 8v6h5l2.5 5.5M10 11h4.5M8 10.5a5.5 5.5 0 1 0 7 7.5',
  ramp: 'M2.5 19.5h19V9zM5 11.5l9-5M10.3 5.8l3.7.7-1.2 3.6',
  directions: 'M5 20v-7a4 4 0 0 1 4-4h10M14.5 4.5L19 9l-4.5 4.5',
  share:
    'M17.5 3a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM6.5 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM17.5 16a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM8.7 10.8l6.6-4M8.7 13.2l6.6 4',
  hearingloop:
    'M7 10a5 5 0 0 1 10 0c0 3.5-3.5 4-3.5 7.5a2.5 2.5 0 0 1-4.5 1.5M10 10a2 2 0 0 1 4 0c0 1.5-1 2-1.5 3M4 20l3-3',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v5M16 3v5',
  people:
    'M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM2.5 20a6.5 6.5 0 0 1 13 0M16 5.5a3.2 3.2 0 0 1 0 6M18 14.5a6 6 0 0 1 3.5 5.5',
} as const

export type IconName = keyof typeof iconPaths

/** A decorative icon beside text, as HTML. */
export function iconHtml(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${iconPaths[name]}"/></svg>`
}
