/** Seconds as they stand on a player: `1:05.3`. */
export function clockTime(seconds: number): string {
  const tenths = Math.floor(Math.max(0, seconds) * 10)
  return `${Math.floor(tenths / 600)}:${String(Math.floor(tenths / 10) % 60).padStart(2, '0')}.${tenths % 10}`
}
