/**
 * Something to write about. Sentences are whole, with Markdown inside, and take `{slots}`: `{n}` a number up to 96, `{few}` a small
 * one as a word, `{name}` a person, `{town}` a town, `{time}` a time of day, `{season}`, and the topic's own `{thing}`.
 */
export interface Topic {
  readonly title: string
  readonly headings: readonly string[]
  readonly things: readonly string[]
  readonly sentences: readonly string[]
}
