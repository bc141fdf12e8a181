/** Whole seconds as a clock shows a span: `0:42`, `1:02:05`. */
export function playTime(seconds: number): string {
  const whole = Math.round(seconds)
  const hours = Math.floor(whole / 3600)
  const rest = [Math.floor(whole / 60) % 60, whole % 60].map((part) => `${part}`.padStart(2, '0')).join(':')
  return hours > 0 ? `${hours}:${rest}` : rest.replace(/^0/, '')
}
