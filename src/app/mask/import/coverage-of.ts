/** A share in percent: something is never called nothing, nor less than all called all. */
export function coverageOf(marked: number, pixels: number): string {
  if (marked === 0 || marked === pixels) return marked === 0 ? '0 %' : '100 %'
  const share = (marked / pixels) * 100
  if (share < 0.01) return '< 0.01 %'
  if (share > 99.99) return '> 99.99 %'
  return `${share < 1 || share > 99 ? share.toFixed(2) : share.toFixed(1)} %`
}
