/** English: how figures are written, and the words that say what they are. */
import type { NumberWords } from './figure-words.ts';

export const figuresEn: NumberWords = {
  thousands: ',',
  decimal: '.',
  roles: {
    odds: 'odds|prices?|priced|quotes?|quoted|line|decimal|at(?= [+-]?[\\d(])',
    probability:
      'probabilit|chances?|likel|impl(?:y|ies|ied)|break[- ]even|percent|means?|correspond|equivalent',
    stake: 'stak|bets?|wager|risk|put|backing|back(?= (?:it|them|him))|units?',
    payout:
      'return|pays?|paid|payout|collect|bring|worth|receive|gives? back|gets? back|total|comes? back|wins? you',
    profit: 'profit|net|nets|earn|gains?|on top|winnings|makes?',
    margin: 'margin|overround|vig|juice|over-?round|take-?out|hold',
    pot: 'pots?$',
    call: 'call|pot odds',
    expectation: 'expected|expectation|ev|on average|long run',
    fee: 'fees?|commission|charge|deduct|keeps?|takes?|tax|rake|cut',
    remaining: 'left|leav|minus|remain|becomes?|keep|after|net',
    growth: 'grow|compound|annual|annually|a year|per year|interest|turns?|becomes?',
    share: 'of|a bet|per bet|on the line|each',
  },
  american: 'american|moneyline|us odds',
  percent: 'per ?cent|percent',
  currencies: 'dollars?|euros?|pounds?|rupees?|lira|rubles?|roubles?|won|usd|eur|gbp|inr|cents?|quid',
  magnitudes: 'thousand|million|billion|trillion|bn|mn|crore|lakh|k(?![\\p{L}])|m(?![\\p{L}])',
  years: 'years?|yrs?',
  durations: 'seconds?|minutes?|mins?(?!\\p{L})|hours?|days?|weeks?|months?|weekends?',
  months:
    'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?',
  ordinals:
    'section|sections|chapter|chapters|step|steps|part|parts|article|articles|act|rule|rules|paragraph|table|figure|page|pages|no\\.|number|level|round|day|week|season|version|option|line|point|row|column|clause|appendix|volume|game|match|phase|stage|tier|grade|group|division',
  ages: 'years? old|or older|and over',
  examples:
    "for example|for instance|e\\.g\\.|say(?=[, ])|suppose|imagine|assume|assuming|let us say|let's say|an? example|example|consider|picture|hypothetical|invented|made[- ]up|if you",
  claims:
    'about|around|roughly|nearly|almost|approximately|average|typical|usual|mostly?|only|just|over|more than|less than|fewer than|up to|at least|estimated|some(?= \\d)|in every|out of|per (?:day|week|month|year)|a (?:day|week|month|year|night)|each (?:day|week|month|year)|grew|rose|fell|increased|dropped|attracts?',
};
