const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** The English name of a language; the code itself where it is not known. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
