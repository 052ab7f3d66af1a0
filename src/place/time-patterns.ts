/** The patterns of the times in a span of opening hours. */
export const timePatterns = {
  from: '^([01]\\d|2[0-3]):[0-5]\\d$',
  to: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
} as const
