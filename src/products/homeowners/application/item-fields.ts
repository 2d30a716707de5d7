import { choice, date, email, integer, money, text, yesNo } from '../../line/fields/field.ts'

export const coApplicantFields = {
  full_name: text('Full name', 'The co-applicant’s first and last name.'),
  birthday: date('Date of birth', 'The co-applicant’s date of birth, YYYY-MM-DD.'),
  email: email('Email', 'The co-applicant’s own email address.'),
}

export const loanFields = {
  lender_name: text('Lender', 'The bank or servicer that holds the loan.'),
  loan_number: text('Loan number', 'The loan number.', { maxLength: 60 }),
  mortgagee_clause: text('Mortgagee clause', 'How the lender must be named in the policy.', {
    maxLength: 500,
  }),
  loan_effective_date: date('Loan date', 'The date the loan starts, YYYY-MM-DD.'),
  rank: integer('Rank', '1 for the first mortgage, 2 for the second, and so on.', {
    minimum: 1,
    maximum: 10,
  }),
  address: text('Lender’s address', 'Where the lender gets mail. On one line.', { maxLength: 300 }),
  escrow: yesNo('Escrow', 'The lender pays the premium from an escrow account.'),
}

export const lossFields = {
  date: date('Date', 'The date of the loss, YYYY-MM-DD.'),
  cause: choice('Cause', 'What caused the loss.', {
    values: ['fire', 'water', 'wind_hail', 'theft', 'vandalism', 'liability', 'dog_bite', 'freeze', 'other'],
  }),
  amount_paid: money('Amount paid', 'What the carrier has paid, in whole dollars.', { maximum: 50_000_000 }),
  open: yesNo('Open', 'The claim is still open.'),
}

export const scheduledItemFields = {
  description: text('Item', 'What it is, such as an engagement ring.', { maxLength: 120 }),
  value: money('Value', 'What it is insured for, in whole dollars.', { maximum: 1_000_000 }),
}

export const dogFields = {
  breed: text('Breed', 'The dog’s breed, or mix.', { maxLength: 60 }),
  bite_history: yesNo('Has bitten', 'The dog has bitten someone.'),
}
