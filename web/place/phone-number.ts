interface Phone {
  readonly CountryCode?: unknown
  readonly AreaCode?: unknown
  readonly Number?: unknown
}

/** A number as it is dialled from anywhere, such as +46 980-319236; undefined where there is none. */
export function phoneNumber(phone: Phone | undefined): string | undefined {
  if (phone?.Number === undefined) return undefined
  const area = phone.AreaCode === undefined ? '' : `${phone.AreaCode}-`
  if (phone.CountryCode === undefined) return `${area === '' ? '' : `0${area}`}${phone.Number}`
  return `+${phone.CountryCode} ${area}${phone.Number}`
}
