export const plainWords = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Stop words: they do not distinguish tools, or occur in any request. */
const empty = new Set(
  (
    'a about access accesses add adds against all allow allows an and any api are as at based be between by call calls can check could ' +
    'create creates current currently data date day delete did do does each example fetch fetches find finds for from function get gets ' +
    'give given gives good have help here how i if in information input into is it item its last latest like list lists live look lookup ' +
    'looks make makes many me more most much my name need new next now number of on one open or other our out output perform please ' +
    'provide provided provides query queries read reads real retrieve retrieves return returns result results run runs save saves send ' +
    'sends set sets should show shows some something specific specified start starts stop string tell text that the their them then ' +
    'there these thing things this time to today tool two up update updates us use used user uses using value via want was we what when ' +
    'where which who will with would write writes you your city country location person place'
  ).split(' '),
)

/** The distinct words of a text, without stop words and single characters. */
export function tellingWords(text: string): readonly string[] {
  return [...new Set(plainWords(text).filter((word) => word.length > 1 && !empty.has(word)))]
}

const shortestStart = 5
const longestEnding = 2

/**
 * Whether two words are related: their stems are equal (`tide`, `tides`), or they share a prefix of at least five letters that leaves at
 * most two letters of the shorter one (`remind`, `reminder`; `calculate`, `calculator`).
 */
export function areAkin(a: string, b: string): boolean {
  if (stem(a) === stem(b)) return true
  const shorter = Math.min(a.length, b.length)
  let same = 0
  while (same < shorter && a[same] === b[same]) same += 1
  return same >= Math.max(shortestStart, shorter - longestEnding)
}

/** A predicate: whether a word is related to one of `words`. Indexed by stem and prefix. */
export function kinOf(words: readonly string[]): (word: string) => boolean {
  const stems = new Set(words.map(stem))
  const byStart = new Map<string, string[]>()
  for (const word of words) {
    const start = word.slice(0, shortestStart)
    byStart.set(start, [...(byStart.get(start) ?? []), word])
  }
  return (word) =>
    stems.has(stem(word)) || (byStart.get(word.slice(0, shortestStart)) ?? []).some((one) => areAkin(one, word))
}

/** A word without its English suffix: `prices` and `price` have one stem, as have `mailed` and `mail`. */
function stem(word: string): string {
  const bare = word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '')
  return bare.length >= 3 ? bare : word
}
