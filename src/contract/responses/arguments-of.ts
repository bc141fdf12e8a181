/** A tool's arguments as text: some routers send the object itself. */
export function argumentsOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
