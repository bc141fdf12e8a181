/** The id of a list that another tool means by its own name for a model, `openai:chat:gpt-5.4`: the longest end of that name which is one. */
export function modelFor(wanted: string, ids: readonly string[]): string | undefined {
  const ends = [...wanted.matchAll(/[:/]/g)].map(({ index }) => wanted.slice(index + 1))
  return [wanted, ...ends].find((end) => ids.includes(end))
}
