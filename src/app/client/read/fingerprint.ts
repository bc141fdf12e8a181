/** 32 bits that stand for a text. `seed` is the print of what came before it, so that several texts have one print in their order. */
export function fingerprint(text: string, seed = 0): number {
  // A text of more than 64 K is a picture, and another picture differs everywhere: a look here and there tells.
  const step = 1 + (text.length >>> 16)
  let print = seed ^ text.length
  for (let at = 0; at < text.length; at += step) {
    print = Math.imul(print ^ text.charCodeAt(at), 0x9e3779b1)
    print ^= print >>> 15
  }
  return print
}
