export const QUESTION_PATH = '/portal/question'
