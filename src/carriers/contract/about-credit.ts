/** What comes from a credit report goes to the person alone; carriers name it `credit…`. */
export const isAboutCredit = (name: string): boolean => name.startsWith('credit')
