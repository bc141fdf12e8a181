import type { BroughtIn } from './bring-in.ts'

/** What became of several bundles, as one piece of news: each speaks for itself, and one that failed is not hidden by the others. */
export function together(all: readonly BroughtIn[]): BroughtIn {
  const failed = all.some(({ kind }) => kind === 'failed')
  const [only] = all
  return {
    kind: failed ? 'failed' : 'done',
    words: all.length === 1 && only ? only.words : all.map(({ words }, at) => `Bundle ${at + 1}: ${words}`).join(' '),
    first: all.find(({ first }) => first !== undefined)?.first,
  }
}
