/** The mask with the chosen pixels (255 each) set or taken out, four at a time. */
export function joined(mask: Uint8Array, chosen: Uint8Array, value: 255 | 0): Uint8Array {
  const size = Math.ceil(mask.length / 4) * 4
  const out = new Uint8Array(size)
  out.set(mask)
  const other = new Uint8Array(size)
  other.set(chosen)
  const [to, from] = [new Uint32Array(out.buffer), new Uint32Array(other.buffer)]
  if (value === 255) for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) | (from[at] ?? 0)
  else for (let at = 0; at < to.length; at++) to[at] = (to[at] ?? 0) & ~(from[at] ?? 0)
  return out.subarray(0, mask.length)
}
