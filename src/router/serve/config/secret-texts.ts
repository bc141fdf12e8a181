/** Names that have to do with secrets, whether or not what they name is one: `x-api-key`, but also `x-portkey-provider`. */
export const secretName = /authorization|cookie|key|token|secret|password/i

/** Names of which the whole text is the secret. */
const credentialName =
  /^(proxy-)?authorization$|^(set-)?cookie$|(^|[-_])(api[-_]?key|token|secret|password|passwd)$|^key$/i

/** How the keys of well-known services begin, an authorization scheme with its credentials, and a JSON Web Token, anywhere in a text. */
const knownForms =
  /(^|[^\w-])((sk|pk|rk|gsk|xai|pb|hf|r8|gh[opsu]|github_pat|glpat|xox[abp])[-_](?=[\w-]*\d)[\w-]{12,}|(AIza|AKIA)\w{12,}|eyJ[\w-]{8,}\.[\w.-]+|(bearer|basic|token) +(?=\S*[\d=])[\w+/=.~-]{8,})/i

/** Words, a number, or nothing: `dummy`, `not-needed`, `4096`. */
const plain = /^([a-z]*([-_ .][a-z]+)*|\d{1,6})$/i

/** A piece without separators of 16 characters or more in which letters and digits alternate, as words and dates have none; or a UUID. */
function isRandom(text: string): boolean {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return true
  return text.split(/[^A-Za-z0-9]/).some((piece) => piece.length >= 16 && /\d/.test(piece) && /[a-z]/i.test(piece))
}

/** Whether a header or query text seems to be a secret, by its form, or by its name where that leaves little doubt. */
export function looksSecret(name: string, text: string): boolean {
  if (knownForms.test(text)) return true
  if (credentialName.test(name)) return !plain.test(text)
  return secretName.test(name) && isRandom(text)
}
