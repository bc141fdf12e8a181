/** The same base64 in the alphabet that is safe in URLs. */
export const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_')

/** The part of a text's base64 that does not depend on what stands before and after it, for each of the three positions it can start at. */
export function base64Forms(text: string): string[] {
  return ['', '.', '..'].map((before) => {
    const bytes = new TextEncoder().encode(before + text)
    return btoa(String.fromCharCode(...bytes)).slice(
      Math.ceil((before.length * 4) / 3),
      Math.floor((bytes.length * 4) / 3),
    )
  })
}

/** The shortest text whose base64 is looked for: that of a shorter one would be found by chance. */
const leastBase64 = 6

/** How a secret may be written: as it is, or encoded for a URL, for JSON, also within JSON, or in base64. */
function formsOf(secret: string): string[] {
  const escaped = JSON.stringify(secret).slice(1, -1)
  const inJson = [escaped, escaped.replaceAll('/', '\\/'), JSON.stringify(escaped).slice(1, -1)]
  const forms = [secret, encodeURIComponent(secret), ...inJson]
  return secret.length < leastBase64
    ? forms
    : [...forms, ...base64Forms(secret).flatMap((base64) => [base64, urlSafe(base64)])]
}

/** Every form of these secrets, the longest first; empty ones have none. */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = secrets.filter((secret) => secret !== '').flatMap(formsOf)
  return [...new Set(forms)].sort((a, b) => b.length - a.length)
}

/** Finds each occurrence of these texts; undefined where there are none. */
export function anyOf(texts: readonly string[]): RegExp | undefined {
  if (texts.length === 0) return undefined
  return new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')
}
