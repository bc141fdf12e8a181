/** The first words of a request's prompt, as its run's title. */
export function titleOf({ prompt }: Readonly<Record<string, unknown>>, without: string): string {
  const words = String(prompt ?? '')
    .trim()
    .replace(/\s+/g, ' ')
  return words.slice(0, 80) || without
}
