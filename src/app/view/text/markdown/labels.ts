/** A label as definitions are looked up by: case and white space make no difference. Footnotes keep their `^`. */
export function labelKey(label: string): string {
  return label.replaceAll(/\s+/g, ' ').trim().toLowerCase().toUpperCase().toLowerCase()
}

/** Every label in square brackets that a text could refer to. */
export function labelsIn(text: string): Set<string> {
  const labels = new Set<string>()
  for (const [, label] of text.matchAll(/\[((?:[^[\]\\]|\\.){1,999})\]/g)) {
    if (label?.trim()) labels.add(labelKey(label))
  }
  return labels
}
