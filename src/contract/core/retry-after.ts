const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The three forms of RFC 9110, section 5.6.7, the two older of which are obsolete and still sent. */
const forms = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  /^[a-z]{3}, (?<day>\d\d) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) (?:GMT|UTC)$/i,
  // Sunday, 06-Nov-94 08:49:37 GMT (RFC 850), also with four digits of the year
  /^[a-z]{3,9}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d|\d{4}) (?<time>\d\d:\d\d:\d\d) (?:GMT|UTC)$/i,
  // Sun Nov  6 08:49:37 1994 (asctime), which is in UTC too
  /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
]

/** The time in ms of an HTTP date in any of its forms; undefined for any other text. `now` decides the century of a year of two digits. */
function httpDate(text: string, now: number): number | undefined {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined)
  if (groups === undefined) return undefined
  const { day = '', month = '', year = '', time = '' } = groups
  const name = `${month.slice(0, 1).toUpperCase()}${month.slice(1).toLowerCase()}`
  const at = months.indexOf(name) + 1
  const stated = `${fullYear(year, now)}-${`${at}`.padStart(2, '0')}-${day.replace(' ', '0')}T${time}Z`
  const ms = Date.parse(stated)
  return Number.isNaN(ms) ? undefined : ms
}

/** RFC 9110: a year of two digits that seems to be more than 50 years ahead is the last one in the past with these digits. */
function fullYear(year: string, now: number): string {
  if (year.length === 4) return year
  const current = new Date(now).getUTCFullYear()
  const sameCentury = current - (current % 100) + Number(year)
  return `${sameCentury > current + 50 ? sameCentury - 100 : sameCentury}`
}

/**
 * The seconds that a `Retry-After` asks for: a number, or a date in relation to `now` (ms), in which case they may be negative. Undefined
 * for any other text.
 */
export function retryAfterSeconds(text: string, now: number): number | undefined {
  const given = text.trim()
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given)
  const at = httpDate(given, now)
  return at === undefined ? undefined : (at - now) / 1000
}
