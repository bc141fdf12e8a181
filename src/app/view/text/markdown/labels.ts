/** A label as definitions are looked up by: case and white space make no difference. Footnotes keep their `^`. */
export function labelKey(label: string): string {
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase().toUpperCase().toLowerCase()
}
