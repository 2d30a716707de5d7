import { deflateSync } from 'node:zlib'
import type { LimitName } from '../../../src/agency/carriers/contract/limit-names.ts'
import { drawnPdf, type PdfSketch, rawPdf, streamObject } from '../browser/pdf.ts'

type Place = { street: string; city: string; state: string; zip: string }

type PrintedMortgagee = { name: string; clause?: string; address?: string; loan_number?: string }

/** What a carrier prints. Limits are in dollars. */
export type PrintedPolicy = {
  insureds: string[]
  mailing: Place
  property: Place
  policy_number: string
  from: string
  to: string
  limits: Partial<Record<Exclude<LimitName, 'deductible' | 'wind_hail_deductible'>, number>>
  deductible: number
  storm?: { percent: number } | { dollars: number }
  roof?: 'replacement_cost' | 'actual_cash_value'
  mortgagees: PrintedMortgagee[]
  premium_cents: number
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

const days = {
  slashes: (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
  short: (day: string) =>
    day.replace(/\d\d(\d+)-(\d+)-(\d+)/, (_, y, m, d) => `${Number(m)}/${Number(d)}/${y}`),
  dashes: (day: string) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2-$3-$1'),
  iso: (day: string) => day,
  long: (day: string) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`,
  military: (day: string) =>
    `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3).toUpperCase()} ${day.slice(0, 4)}`,
}

const grouped = (dollars: number): string => String(dollars).replaceAll(/\B(?=(\d{3})+$)/g, ',')

const amounts = {
  whole: (dollars: number) => `$${grouped(dollars)}`,
  cents: (dollars: number) => `$${grouped(dollars)}.00`,
  spaced: (dollars: number) => `$ ${grouped(dollars)}`,
  bare: (dollars: number) => grouped(dollars),
}

const money = (cents: number): string =>
  `$${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`

type Head = 'lines' | 'grid' | 'header_row'
type Table = 'limit_then_premium' | 'premium_then_limit' | 'dots' | 'two_columns'
type Lenders = 'block' | 'row' | 'inline'

/** How one carrier lays a page out. The carriers are invented; the looks are common ones. */
export type PageStyle = {
  carrier: string
  title: string
  look: [day: keyof typeof days, amount: keyof typeof amounts, head: Head, limits: Table, lenders: Lenders]
  pages: 1 | 2
  words: Readonly<Record<string, string>>
  capitals?: true
}

/** `name=Label` on each line. */
const labels = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map(row => row.trim().split('=') as [string, string]),
  )

const lettered = labels(`
  dwelling_coverage=Coverage A - Dwelling
  other_structures=Coverage B - Other Structures
  personal_property=Coverage C - Personal Property
  loss_of_use=Coverage D - Loss of Use
  personal_liability=Coverage E - Personal Liability
  medical_payments=Coverage F - Medical Payments to Others
  coverage_limit=Personal Umbrella Liability - each occurrence`)

const plain = labels(`
  dwelling_coverage=Dwelling
  other_structures=Other Structures
  personal_property=Personal Property
  loss_of_use=Additional Living Expense
  personal_liability=Personal Liability (each occurrence)
  medical_payments=Medical Payments (each person)
  coverage_limit=Limit of Liability, each occurrence`)

const initials = labels(`
  dwelling_coverage=A. Dwelling Protection
  other_structures=B. Other Structures Protection
  personal_property=C. Contents
  loss_of_use=D. Loss of Use
  personal_liability=E. Family Liability Protection
  medical_payments=F. Guest Medical Protection
  coverage_limit=Umbrella Limit`)

const usual = {
  ...lettered,
  ...labels(`
  number=Policy Number
  insured=Named Insured
  period=Policy Period
  from=Effective Date
  to=Expiration Date
  property=Insured Location
  deductible=All Other Perils Deductible
  storm=Wind/Hail Deductible
  roof=Roof Surfacing Loss Settlement
  mortgagee_1=First Mortgagee
  mortgagee_2=Second Mortgagee
  loan=Loan Number
  premium=Total Annual Premium`),
}

const style = (
  [carrier, title]: [string, string],
  look: PageStyle['look'],
  pages: 1 | 2,
  words: Record<string, string> = {},
): PageStyle => ({ carrier, title, look, pages, words: { ...usual, ...words } })

export const homeStyles: readonly PageStyle[] = [
  style(
    ['Prairie State Fire', 'Homeowners Policy Declarations'],
    ['slashes', 'whole', 'lines', 'limit_then_premium', 'block'],
    1,
  ),
  style(
    ['Goodhands Home', 'Policy Declarations - House & Home'],
    ['long', 'whole', 'grid', 'dots', 'block'],
    2,
    {
      ...initials,
      ...labels(`
      insured=Named Insured(s)
      property=Location of property insured
      deductible=All peril deductible
      storm=Windstorm and Hail Deductible
      mortgagee_1=Mortgagee
      mortgagee_2=Mortgagee
      loan=Loan #
      premium=Total Premium for the Policy Period`),
    },
  ),
  style(
    ['Hartland Travelers', 'Homeowners Declarations'],
    ['dashes', 'cents', 'header_row', 'premium_then_limit', 'row'],
    1,
    {
      ...plain,
      ...labels(`
      number=Policy No.
      insured=Insured
      property=Residence Premises
      deductible=Section I Deductible
      mortgagee_1=Mortgagee 1
      mortgagee_2=Mortgagee 2
      loan=Loan No.
      premium=Total Policy Premium`),
    },
  ),
  {
    ...style(
      ['Service Members Casualty', 'AMENDED DECLARATIONS PAGE'],
      ['military', 'bare', 'lines', 'limit_then_premium', 'inline'],
      1,
      labels(`
      number=POLICY NUMBER
      insured=NAMED INSURED AND ADDRESS
      property=PREMISES INSURED
      period=POLICY PERIOD (12:01 A.M. standard time at the residence premises)
      mortgagee_1=FIRST MORTGAGEE
      mortgagee_2=SECOND MORTGAGEE
      loan=LOAN NUMBER
      premium=TOTAL PREMIUM
      storm=WIND AND HAIL DEDUCTIBLE`),
    ),
    capitals: true,
  },
  style(
    ['Peninsula Citizens', 'Homeowners HO-3 Special Form Policy - Declarations'],
    ['slashes', 'spaced', 'grid', 'two_columns', 'row'],
    2,
    labels(`
      insured=First Named Insured
      property=Location Address
      from=From
      to=To
      storm=Hurricane Deductible
      deductible=All Other Perils
      roof=Roof Loss Settlement
      loan=Loan #
      premium=Total Policy Premium`),
  ),
  style(
    ['Atlantic Universal P&C', 'Homeowners Declarations Page'],
    ['short', 'cents', 'lines', 'dots', 'inline'],
    1,
    {
      ...plain,
      ...labels(`
      insured=Policyholder
      property=Insured Property
      number=Policy #
      from=Policy Effective Date
      to=Policy Expiration Date
      deductible=AOP Deductible
      storm=Named Storm Deductible
      mortgagee_1=1st Mortgagee
      mortgagee_2=2nd Mortgagee
      loan=Loan ID
      premium=Total premium, including assessments and all surcharges`),
    },
  ),
  style(
    ['Chamberlain Private Client', 'Masterpiece Home Coverage Summary and Declarations'],
    ['long', 'whole', 'grid', 'limit_then_premium', 'block'],
    2,
    {
      ...plain,
      ...labels(`
      insured=Named insured and mailing address
      property=Property at
      from=Effective from
      to=until
      deductible=Base deductible
      storm=Wind or hail deductible
      roof=Roof settlement
      mortgagee_1=Mortgage company
      mortgagee_2=Mortgage company
      loan=Loan reference
      premium=Annual premium`),
    },
  ),
  style(
    ['Five Farms Mutual', 'Declarations - Home Owners Insurance'],
    ['iso', 'whole', 'lines', 'two_columns', 'block'],
    1,
    {
      ...initials,
      ...labels(`
      insured=Policyholder(s)
      property=Property Address
      number=Policy ID
      from=Policy begins
      to=Policy ends
      deductible=Deductible
      storm=Wind & hail deductible
      mortgagee_1=Mortgagee / Lienholder 1
      mortgagee_2=Mortgagee / Lienholder 2
      loan=Account / loan no
      premium=Total annual premium and fees`),
    },
  ),
  style(
    ['Lakeshore Assurance', 'HOMEOWNERS DECLARATIONS'],
    ['slashes', 'bare', 'header_row', 'premium_then_limit', 'block'],
    2,
    labels(`
      insured=Named Insured & Mailing Address
      property=Described Location
      deductible=Policy Deductible
      mortgagee_1=1ST MORTGAGEE
      mortgagee_2=2ND MORTGAGEE
      premium=TOTAL ESTIMATED POLICY PREMIUM`),
  ),
]

export const umbrellaStyles: readonly PageStyle[] = homeStyles.map(one => ({
  ...one,
  title: one.title.replaceAll(
    /home ?owners?( insurance)?|house & home|masterpiece home/gi,
    'Personal Umbrella',
  ),
}))

type Row = Readonly<Record<number, string | undefined>>

/** Texts by how far they stand from the left. */
const penOn = (page: PdfSketch) => {
  let y = 40
  const row = (cells: Row, { size = 9, down = 13 } = {}): void => {
    for (const [x, text] of Object.entries(cells))
      if (text) page.font('Helvetica').fontSize(size).text(text, Number(x), y, { lineBreak: false })
    y += down
  }
  return {
    row,
    line: (text: string, x = 40): void => row({ [x]: text }),
    gap: (): void => row({}, { down: 8 }),
    turn(): void {
      page.addPage()
      y = 40
    },
  }
}

const cityLine = ({ city, state, zip }: Place): string => `${city}, ${state} ${zip}`
const inOneLine = (place: Place): string => `${place.street}, ${cityLine(place)}`

type Drawing = {
  pen: ReturnType<typeof penOn>
  policy: PrintedPolicy
  words: PageStyle['words']
  pages: number
  from: string
  to: string
  amount(dollars: number): string
}

const heads: Record<Head, (drawing: Drawing) => void> = {
  lines({ pen, policy, words, from, to }) {
    pen.line(`${words.number}: ${policy.policy_number}`)
    if (words.from === usual.from) pen.line(`${words.period}: ${from} to ${to}`)
    else {
      pen.line(`${words.from}: ${from} 12:01 a.m.`)
      pen.line(`${words.to}: ${to} 12:01 a.m.`)
    }
    pen.line(`${words.insured}:`)
    for (const one of policy.insureds) pen.line(one)
    pen.line(policy.mailing.street)
    pen.line(cityLine(policy.mailing))
    pen.line(`${words.property}: ${inOneLine(policy.property)}`)
  },
  grid({ pen, policy, words, from, to }) {
    pen.row({ 40: words.number, 230: words.from, 340: words.to, 440: 'Your agent' })
    pen.row({ 40: policy.policy_number, 230: from, 340: to, 440: 'Elm Street Insurance' })
    pen.gap()
    pen.row({ 40: words.insured, 300: words.property })
    pen.row({ 40: policy.insureds.join(' and '), 300: policy.property.street })
    pen.row({ 40: policy.mailing.street, 300: cityLine(policy.property) })
    pen.row({ 40: cityLine(policy.mailing), 300: 'Territory 12' })
  },
  header_row({ pen, policy, words, from, to }) {
    pen.row({ 40: words.number, 180: words.period, 400: 'Agency Code' })
    pen.row({ 40: policy.policy_number, 180: `${from} to ${to}`, 400: '44-1100' })
    pen.gap()
    pen.row({ 40: words.insured, 300: 'Agency Name and Address' })
    pen.row({ 40: policy.insureds.join(' and '), 300: 'Elm Street Insurance' })
    pen.row({ 40: policy.mailing.street, 300: '500 Agency Road' })
    pen.row({ 40: cityLine(policy.mailing), 300: 'Columbus, OH 43215' })
    pen.gap()
    pen.line(words.property ?? '')
    pen.line(inOneLine(policy.property))
  },
}

const limitRows = ({ policy, words, amount }: Drawing): [label: string, limit: string, premium: string][] =>
  Object.entries(policy.limits).map(([name, dollars], at) => [
    words[name] ?? name,
    amount(dollars),
    at === 0 ? money(policy.premium_cents - 20_000) : 'Included',
  ])

const tables: Record<Table, (drawing: Drawing) => void> = {
  limit_then_premium(drawing) {
    drawing.pen.row({ 40: 'Coverages', 320: 'Limit of Liability', 450: 'Premium' })
    for (const [label, limit, premium] of limitRows(drawing))
      drawing.pen.row({ 50: label, 320: limit, 450: premium })
  },
  premium_then_limit(drawing) {
    drawing.pen.row({ 40: 'Coverage', 300: 'Premium', 420: 'Limits' })
    for (const [label, limit, premium] of limitRows(drawing))
      drawing.pen.row({ 40: label, 300: premium, 420: limit })
  },
  dots(drawing) {
    for (const [label, limit] of limitRows(drawing)) drawing.pen.line(`${label.padEnd(62, ' .')} ${limit}`)
  },
  two_columns(drawing) {
    const rows = limitRows(drawing)
    const half = Math.ceil(rows.length / 2)
    drawing.pen.row({ 40: 'SECTION I - PROPERTY', 320: 'SECTION II - LIABILITY' })
    for (const [at, [label, limit]] of rows.slice(0, half).entries()) {
      const [otherLabel, otherLimit] = rows[half + at] ?? []
      drawing.pen.row({ 40: label, 230: limit, 320: otherLabel, 520: otherLimit })
    }
  },
}

const stormWords = ({ policy: { storm, limits }, pages, amount }: Drawing): string | undefined => {
  if (!storm) return
  if ('dollars' in storm) return amount(storm.dollars)
  const dollars = amount(Math.round(((limits.dwelling_coverage ?? 0) * storm.percent) / 100))
  return pages === 2 ? `${storm.percent}% of Coverage A (${dollars})` : `${storm.percent}%`
}

const lenders: Record<Lenders, (drawing: Drawing) => void> = {
  block({ pen, words, policy }) {
    for (const [at, { name, clause, address, loan_number }] of policy.mortgagees.entries()) {
      pen.line(words[`mortgagee_${at + 1}`] ?? '')
      pen.line([name, clause].filter(Boolean).join(' '))
      if (address) pen.line(address)
      if (loan_number) pen.line(`${words.loan}: ${loan_number}`)
      pen.gap()
    }
  },
  row({ pen, words, policy }) {
    if (policy.mortgagees.length === 0) return
    pen.row({ 40: 'Additional Interests', 200: 'Name and Address', 460: words.loan })
    for (const [at, { name, address, loan_number }] of policy.mortgagees.entries()) {
      pen.row({ 40: words[`mortgagee_${at + 1}`], 200: name, 460: loan_number })
      if (address) pen.line(address, 200)
    }
  },
  inline({ pen, words, policy }) {
    for (const [at, { name, clause, address, loan_number }] of policy.mortgagees.entries()) {
      const lender = [name, clause, address].filter(Boolean).join(', ')
      const loan = loan_number ? `${words.loan}: ${loan_number}` : ''
      const isLong = lender.length > 60
      pen.line(`${words[`mortgagee_${at + 1}`]}: ${lender}${isLong ? '' : `   ${loan}`}`)
      if (isLong && loan) pen.line(loan)
    }
  },
}

const ROOF = { replacement_cost: 'Replacement Cost', actual_cash_value: 'Actual Cash Value' }

const inCapitals = (policy: PrintedPolicy): PrintedPolicy =>
  JSON.parse(JSON.stringify(policy), (key, value) =>
    typeof value === 'string' && key !== 'roof' ? value.toUpperCase() : value,
  )

const drawPage = (page: PdfSketch, style: PageStyle, given: PrintedPolicy): void => {
  const { carrier, title, words, pages, look } = style
  const [day, amount, head, table, mortgagees] = look
  const policy = style.capitals ? inCapitals(given) : given
  const pen = penOn(page)
  const shown = { pen, policy, words, pages, amount: amounts[amount] }
  const drawing = { ...shown, from: days[day](policy.from), to: days[day](policy.to) }
  pen.row({ 40: carrier, 420: 'Questions? 1-800-555-0142' }, { size: 12, down: 20 })
  pen.row({ 40: title }, { size: 11, down: 18 })
  pen.line(`Date issued: ${days[day]('2026-01-15')}`)
  heads[head](drawing)
  pen.gap()
  tables[table](drawing)
  pen.gap()
  if (pages === 2) {
    pen.line('Page 1 of 2. Continued on the next page.')
    pen.turn()
    pen.line(`${carrier}     ${words.number} ${policy.policy_number}`)
  }
  pen.row({ 40: `${words.deductible}:`, 320: drawing.amount(policy.deductible) })
  if (policy.storm) pen.row({ 40: `${words.storm}:`, 320: stormWords(drawing) })
  if (policy.roof) pen.line(`${words.roof}: ${ROOF[policy.roof]}`)
  pen.gap()
  lenders[mortgagees](drawing)
  pen.row({ 40: 'Policy fee', 440: '$25.00' })
  pen.row({ 40: 'Your discounts saved you', 440: '$212.00' })
  pen.row({ 40: words.premium, 440: money(policy.premium_cents) })
  pen.gap()
  pen.line('Forms and endorsements: HO 00 03 05 11, HO 04 90 05 11, IL 01 12 11 25')
  pen.line('Coverage is provided where a premium or limit of liability is shown for the coverage.')
}

/** A declarations page as a real PDF. */
export const declarationsPage = (style: PageStyle, policy: PrintedPolicy): Promise<Buffer> =>
  drawnPdf(page => drawPage(page, style, policy), { margin: 20 })

/** One page with nothing but a picture on it, as a scanner makes it. */
export const scannedPage = (): Buffer =>
  rawPdf([
    streamObject(
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
      deflateSync(Buffer.alloc(64, 200)),
    ),
  ])

export const HOME_POLICY: PrintedPolicy = {
  insureds: ['Ada Lovelace', 'William King'],
  mailing: { street: '12 Elm Street', city: 'Springfield', state: 'IL', zip: '62704' },
  property: { street: '12 Elm Street', city: 'Springfield', state: 'IL', zip: '62704' },
  policy_number: 'HO-4417-20931',
  from: '2026-03-01',
  to: '2027-03-01',
  limits: {
    dwelling_coverage: 462_000,
    other_structures: 46_200,
    personal_property: 231_000,
    loss_of_use: 92_400,
    personal_liability: 300_000,
    medical_payments: 5000,
  },
  deductible: 2500,
  storm: { percent: 2 },
  roof: 'replacement_cost',
  mortgagees: [
    {
      name: 'First Prairie Bank',
      clause: 'ISAOA/ATIMA',
      address: 'PO Box 7200, Dayton, OH 45401',
      loan_number: '0077120934',
    },
  ],
  premium_cents: 159_840,
}
