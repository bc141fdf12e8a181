/** Sentences for people, by the path of the field they are about; the path `''` is the request as a whole. */
export type Remarks = Readonly<Record<string, string>>
