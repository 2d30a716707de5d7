const NAMES = [
  'Ada Park',
  'Ben Ortiz',
  'Clara Nguyen',
  'David Cole',
  'Elena Rossi',
  'Felix Grant',
  'Grace Kim',
  'Henry Walsh',
  'Iris Patel',
  'Jonah Reed',
  'Kara Lind',
  'Leo Brandt',
  'Maya Flores',
  'Noah Becker',
  'Olive Hart',
  'Paul Simmons',
  'Quinn Avery',
  'Rosa Delgado',
  'Samuel Frost',
  'Tessa Moore',
  'Uma Shah',
  'Victor Lane',
  'Wendy Clarke',
  'Xavier Dunn',
  'Yara Haddad',
]

export type DemoPerson = { full_name: string; email: string; phone_number: string; street: string }

export const personAt = (at: number): DemoPerson => {
  const full_name = NAMES[at]
  if (full_name === undefined) throw new Error(`The demonstration has no person ${at}.`)
  return {
    full_name,
    email: `${full_name.toLowerCase().replace(' ', '.')}@example.com`,
    phone_number: '217-555-0100',
    street: `${100 + 2 * at} Elm Street`,
  }
}

export const CITY = { city: 'Springfield', state: 'IL', zip: '62704' }
