/**
 * Takes kerning from an element whose text has a word longer than a line. Browsers fit kerned words into lines piece by piece:
 * seconds for 20,000 characters, and nothing without kerning, which nobody misses in such a word.
 */
export function avoidLongKerning(shown: Element, text = shown.textContent): void {
  if (/\S{100}/.test(text)) shown.classList.add('reading-unkerned')
}
