/** Where each row of a text begins when no row is longer than so many characters; the last entry is its end. */
export function rowStarts(text: string, columns: number): Int32Array {
  let starts = new Int32Array(1024)
  let count = 0
  const add = (at: number) => {
    if (count === starts.length) {
      const larger = new Int32Array(count * 2)
      larger.set(starts)
      starts = larger
    }
    starts[count] = at
    count += 1
  }
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    add(start)
    for (let at = start + columns; at < end; at += columns) {
      // Never through the middle of a character.
      if (/[\udc00-\udfff]/.test(text.charAt(at))) at += 1
      if (at < end) add(at)
    }
    start = end + 1
  }
  add(text.length)
  return starts.slice(0, count)
}
