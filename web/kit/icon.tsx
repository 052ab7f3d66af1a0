import { type IconName, iconPaths } from '../../src/pages/icons.ts'

export type { IconName } from '../../src/pages/icons.ts'

interface IconProps {
  readonly name: IconName
  /** In pixels; 20 by default. */
  readonly size?: number
}

/** A decorative icon beside text. A control with only an icon needs its own label. */
export function Icon({ name, size = 20 }: IconProps) {
  return <Glyph path={iconPaths[name]} size={size} />
}

/** Renders any path of strokes on a grid of 24. */
export function Glyph({ path, size = 20 }: { readonly path: string; readonly size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 18 ? 2.2 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      className="icon"
    >
      <path d={path} />
    </svg>
  )
}
