export const states: readonly string[] =
  'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'.split(
    ' ',
  )

const NO_GENDER = ['CA', 'HI', 'MA', 'MI', 'NC', 'PA']
const NO_CREDIT = ['CA', 'HI', 'MA']
const NO_AGE = ['HI']

export const mayRateByGender = (state: string): boolean => !NO_GENDER.includes(state)
export const mayRateByCredit = (state: string): boolean => !NO_CREDIT.includes(state)
export const mayRateByAge = (state: string): boolean => !NO_AGE.includes(state)
