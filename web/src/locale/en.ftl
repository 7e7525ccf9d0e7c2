### Every word of the page. Ids are keyed by the server's event types, refusal codes, hand categories and profiles.
### Amounts come with their thin spaces; names and some amounts are drawn bold, cards as small cards.

## Cards and hands

card-name = { $rank } of { $suit }
card-playing = { $plays ->
    [both] { $card }, plays high and low
    [high] { $card }, plays high
    [low] { $card }, plays low
   *[none] { $card }
}
cards-down = { $count } cards face down

rank-A = ace
    .many = aces
rank-K = king
    .many = kings
rank-Q = queen
    .many = queens
rank-J = jack
    .many = jacks
rank-T = ten
    .many = tens
rank-9 = nine
    .many = nines
rank-8 = eight
    .many = eights
rank-7 = seven
    .many = sevens
rank-6 = six
    .many = sixes
rank-5 = five
    .many = fives
rank-4 = four
    .many = fours
rank-3 = three
    .many = threes
rank-2 = two
    .many = twos
suit-s = spades
suit-h = hearts
suit-d = diamonds
suit-c = clubs

hand-high-card = { $first } high
hand-pair = pair of { $firsts }
hand-two-pair = { $firsts } and { $seconds }
hand-three-of-a-kind = three { $firsts }
hand-straight = straight, { $first } high
hand-flush = flush, { $first } high
hand-full-house = { $firsts } full of { $seconds }
hand-four-of-a-kind = four { $firsts }
hand-straight-flush = straight flush, { $first } high
hand-with-low = { $high }; low { $low }

high-short = HI
low-short = LO
no-low = no low
low-impossible = No low possible
low-needs = { $count ->
    [one] Needs one more low card
    [2] Needs two more low cards
   *[other] Needs { $count } more low cards
}
counterfeited = counterfeited: the board paired your { $ranks }

list-last = { $rest } and { $last }

## Pots and results

pot = pot
pot-main = main pot
pot-side = side pot
pot-side-numbered = side pot { $pot }
pot-short = Pot
pot-main-short = Main
pot-side-short = Side
note-scoops = scoops
note-part = { $part } of the pot
note-part-main = { $part } main
note-part-side = { $part } side
share = { $player } { $chips }
share-with-odd-chip = { $player } { $chips } with the odd chip
share-wins = { $player } wins { $chips }
share-wins-with-odd-chip = { $player } wins { $chips } with the odd chip
share-odd = { $player } { $chips } (odd chip)
winner = { $player } { $who ->
    [you] win
   *[other] wins
}
winner-with = { $odd ->
    [yes] { $player } { $hand }, odd chip
   *[no] { $player } { $hand }
}
winner-scoops = { $player } { $who ->
    [you] scoop, { $hand }
   *[other] scoops, { $hand }
}
winners-each = { $quartered ->
    [yes] { $winners } { $chips } each, quartered
   *[no] { $winners } { $chips } each
}
winners-unequal = { $quartered ->
    [yes] { $winners }, quartered
   *[no] { $winners }
}
you = you
you-won = You won { $chips }
you-put-in = put in { $chips }
you-net = this hand { $net }
hand-over = Hand over
show-your-hand = Show your hand

## The dealer's lines

line-player-sat = { $player } sits down with { $chips }
line-player-left = { $player } leaves the table
line-chips-added = { $player } adds { $chips }
line-player-sat-out = { $player } sits out
line-player-back = { $player } is back
line-player-leaving = { $player } leaves after this hand
line-player-offline = { $player } has lost the connection
line-player-online = { $player } is connected again
line-timed-out = { $player } has run out of time
line-protected = { $player } has run out of time and stays in, all-in for what is in the pot
line-table-waits = Waiting for players
line-hand-opened = Hand { $hand } · button { $button }
line-post-small-blind = { $player } posts the small blind { $chips }
line-post-big-blind = { $player } posts the big blind { $chips }
line-post-live = { $player } posts { $chips }
line-post-dead = { $player } posts { $chips } dead
line-post-ante = { $player } posts an ante of { $chips }
line-post-straddle = { $player } straddles { $chips }
line-fold = { $player } folds
line-check = { $player } checks
line-call = { $player } calls { $chips }
line-call-all-in = { $player } calls { $chips }, all-in
line-bet = { $player } bets { $chips }
line-bet-all-in = { $player } bets { $chips }, all-in
line-raise = { $player } raises to { $chips }
line-raise-all-in = { $player } raises to { $chips }, all-in
line-bet-returned = { $chips } back to { $player }
line-cards-turned-up = No more betting: hands are turned up
line-odds-0 = Before the flop: { $shares }
line-odds-3 = After the flop: { $shares }
line-odds-4 = After the turn: { $shares }
all-in-share = { $player } { $share } %
all-in-worth = worth { $share } %: { $parts }
all-in-parts = scoop { $scoop }, high { $high }, low { $low }, quartered { $quartered }
line-flop = Flop { $cards }
line-turn = Turn { $cards }
line-river = River { $cards }
line-show-choice = { $player }, show or muck?
line-shows = { $player } shows { $hand }
line-shows-cards = { $player } shows { $cards }
line-hand-mucked = { $player } mucks
line-pot-whole = { $winners } from the { $pot }
line-pot-high = { $pot }, high: { $winners }
line-pot-high-quartered = { $pot }, high: { $winners }, quartered
line-pot-low = { $pot }, low: { $winners }
line-pot-low-quartered = { $pot }, low: { $winners }, quartered
line-talk = { $player } { $text }
line-talk-spectator = { $player }, looking on: { $text }

## The felt

table = Table
board = Board
button-disc = Dealer button
button-letter = D
seat-number = seat { $seat }
take-seat-number = Take seat { $seat }
pod = Seat { $seat }: { $player }, { $chips } chips{ $state ->
    [offline] , offline
    [leaving] , leaving
    [sits-out] , sits out
    [waits] , waiting
    [all-in] , all-in
   *[none] {""}
}{ $wins ->
    [yes] , won { $won }
   *[no] {""}
}
pod-offline = offline
pod-leaving = leaving
pod-sits-out = sits out
pod-waits = waiting
pod-all-in = all-in
pod-pick = Show what { $player }’s hand makes

## The own panel

your-hand = Your hand
your-cards = Your cards
your-turn-short = your turn
fold = Fold
fold-anyway = Fold?
check-is-free = checking is free
check = Check
call = Call { $chips }
call-all-in = Call { $chips }, all-in
bet = Bet { $chips }
raise-to = Raise to { $chips }
all-in-for = All-in { $chips }
odds = { $ratio } : 1
odds-needs = needs { $share } %
limit-pot = pot limit { $most }
limit-most = at most { $most }
size-min = Min
size-half = ½
size-three-quarters = ¾
size-pot = Pot
size-all-in = All-in
size-bet = Bet
size-raise = Raise to
size-outside = from { $least } to { $most }
size-exact = { $label }, exact
size-of-most = { $chips } of at most { $most }
to-act = { $player } to act
wish-cleared = Cleared on the next card
wish-fold = { $free ->
    [yes] Check, fold
   *[no] Fold
}
wish-check = Check
wish-check-hint = off if somebody bets
wish-call = Call { $chips }
wish-call-hint = off if the price changes
wish-call-any = Call any
wish-call-any-hint = whatever the price
show-or-muck = Your hand wins no chip. Show or muck?
show = Show
show-hint = everybody sees your cards
muck = Muck
muck-by-itself = by itself in { $seconds } s
always-muck = Always muck
showdown = Showdown. { $chips } in the middle
others-to-act = You are all-in. { $player } to act. { $chips } in the middle
you-are-all-in = You are all-in. { $chips } in the middle
no-more-betting = No more betting. { $chips } in the middle
watching = You are looking on
watching-free = { $free ->
    [one] One seat is free. Press it to sit down.
   *[other] { $free } seats are free. Press one to sit down.
}
list-full = Every seat is taken
list-free-kept = Every free seat is kept
list-length = { $length ->
    [0] You can wait for a seat: one that comes free is kept for who is first.
    [one] One player waits for a seat. You can wait too.
   *[other] { $length } players wait for a seat. You can wait too.
}
list-join = Wait for a seat
list-leave = Leave the list
list-place = Number { $place } on the waiting list
list-place-hint = A seat that comes free is kept for the first for a while. You may look on, or close the page and come back.
list-kept = A seat is kept for you
list-kept-for = For { $seconds } more seconds. Take it, or it is kept for the next.
list-lapsed = You did not take the seat in time, and are off the waiting list.
list-waiting = { $length } waiting
seat-is-kept = Seat kept
seat-chosen = Seat { $seat }
seat-how = Choose how many chips to bring, and how to come into the game.
seat-how-fixed = You bring { $least } chips. Choose how to come into the game.
seat-how-long = It is kept for { $seconds } more seconds.
seat-too-poor = The buy-in is { $least } or more, and your account has less. Chips for playing can be had in the lobby.
buy-in = Buy-in
chips-range = { $least } to { $most }
chips-have = · you have { $chips }
cancel = Cancel
wait-for-blind = Wait for big blind
wait-for-blind-hint = free
post-now = Post now
post-now-hint = play the next hand
post-amount-now = Post { $price } now
waiting-for-blind = You wait for the big blind
waiting-to-post = You post with the next hand
waiting-price = { $dead ->
    [none] Being dealt in at once costs { $price }, which counts as your bet.
   *[other] Being dealt in at once costs { $price }, of which { $dead } is dead.
}
sitting-out = You are sitting out
you-owe-both = You owe the big blind { $live } and the small blind { $dead }, dead.
you-owe-dead = You owe the small blind { $dead }, dead.
you-owe-live = You owe the big blind { $live }.
seat-kept = { $minutes ->
    [one] Your seat is kept for one more minute.
   *[other] Your seat is kept for { $minutes } more minutes.
}
leave = Leave table
leave-and-fold = Leave table, fold this hand
leaving = You are leaving
leaving-hint = Your hand is folded at your turn, and your chips go with you.
nothing-to-pay = nothing to pay
back = I’m back
back-post = I’m back: post { $price }
post-both = { $live } live, { $dead } dead
post-dead = { $dead } dead
post-live = { $live } live
no-chips = You have no chips at the table
no-chips-how = Add chips to play the next hand.
no-chips-refill = Your account is empty too. Chips for playing can be had in the lobby.
add-chips = Add chips
add-amount = Add { $chips }
own-stack = Your stack: { $chips }
folded = You folded
folded-hint = Your cards are gone; the hand goes on without you.
next-hand-soon = The next hand is yours
next-hand-hint = You are dealt in when it begins.
table-waits-hint = A hand begins as soon as two players are ready.

## Head, menu, chat, connection

next-game = , next { $structure } { $stakes }
about = · Omaha Hi/Lo, eight or better
about-hand = · Omaha Hi/Lo, eight or better · hand { $hand }
to-lobby = Lobby
last-hand = Last hand
no-hand-yet = no hand yet
tab-result = Result
tab-report = Report
save-report = Save
mucked = mucked
report-of = Hand { $hand } at { $table }
report-from-the-middle = You came in the middle of this hand.
report-held = { $player } had { $cards }
sit-out-next = Sit out next hand
sits-out-next = Sitting out next hand
sound = Sound
menu = Menu
always-post = Post missed blinds at once
use-keys = Keys for the buttons
theme = Colours
theme-system = like the system
theme-dark = dark
theme-light = light
deck = Deck
deck-four = four colours
deck-two = two colours
close = Close
dealer-and-chat = Dealer and chat
tab-all = All
tab-dealer = Dealer
tab-chat = Chat
turn-waits = Your turn: { $seconds } s. Back to the table
say-something = Say something
send = Send
open-chat = Dealer and chat
connecting = Opening the table …
no-such-table = There is no such table.
no-such-page = There is no such page.
no-such-page-how = The address is wrong, or what was there is gone.
to-tables = To the tables
connection-lost = Connection lost
connection-lost-turn = It is your turn, and your clock stood at { $seconds } s. Come back before it ends. If not, the room acts for you by its rules; chips behind are safe.
connection-lost-watching = The page comes back by itself. Who waits for a seat stays on the list.
connection-lost-calm = Your seat and your chips are safe. The page comes back by itself.
try-now = Try now
next-try = attempt { $attempt }, next try in { $seconds } s
title-table = { $table }, Omaha Hi/Lo
title-your-turn = ● Your turn: { $table }
title-seat-kept = ● A seat is kept for you: { $table }
title-lobby = omaha8: lobby
title-odds = Odds · omaha8
title-no-such-page = No such page · omaha8
spoken-turn-call = Your turn. Call { $call }, pot { $pot }
spoken-turn-check = Your turn. Check or bet, pot { $pot }
spoken-cards = Your cards: { $cards }
spoken-hand = Your cards: { $cards }. { $hand }
spoken-no-cards = You have no cards.
spoken-board = Board: { $cards }
spoken-no-board = No board yet.
spoken-pot = Pot { $chips }
spoken-no-hand = No hand is being played.
spoken-player = { $player }, { $chips }
spoken-bet = bet { $chips }
spoken-folded = folded
spoken-nobody = Nobody else is at the table.

## Help

help = Help
help-game = The game
help-game-two-cards = Everybody has four cards of their own, at some tables five or six. Exactly two of them play with exactly three of the board, for the high and for the low each; the two may differ.
help-game-betting = There are four rounds of betting: before the flop, on the flop, the turn and the river. Fixed limit has one size of bet and at most four bets a round; pot limit goes up to what is in the middle once you have called; no limit up to your stack.
help-game-blinds = The two players left of the button post the blinds. Who sits down waits for the big blind or posts it at once. Who missed both blinds waits, or posts both: the big one counts as a bet, the small one is dead.
help-game-table-stakes = What you have on the table when a hand begins is what you can win and lose in it. Chips are added between hands.
help-game-waiting = At a full table you can wait for a seat. One that comes free is kept for who is first on the list, and house players give up theirs.
help-high = High hands, the best first
help-high-straight-flush = Straight flush
help-high-four-of-a-kind = Four of a kind
help-high-full-house = Full house
help-high-flush = Flush
help-high-straight = Straight
help-high-three-of-a-kind = Three of a kind
help-high-two-pair = Two pair
help-high-pair = Pair
help-high-high-card = High card
help-high-ties = Suits never break ties: equal hands share.
help-low = Low hands, the best first
help-low-best = the best low, the wheel; a straight for high
help-low-last = the worst low
help-low-compare = A low is five different ranks, eight or lower, the ace lowest. Straights and flushes do not spoil it. Lows are compared from their highest card down: 7-6-5-4-2 beats 8-6-4-2-A. The board must have three different ranks that low, or there is no low.
help-split = Who gets what
help-split-halves = Half of every pot goes to the best high hand, half to the best low. The same cards may win both.
help-split-low = Without a low the best high takes all.
help-split-scoop = Who wins a whole pot scoops it.
help-split-quartered = Equal hands share their half. Who shares one half with one other and wins nothing else has a quarter of the pot: quartered.
help-split-pots = Who is all-in for less can win only what was matched; the rest is a side pot for the others, split by itself. An odd chip goes to the high half, and within a half to the first left of the button.
help-split-showdown = The room shows every hand that can win something, and knows the best one itself. Whose hand wins nothing may muck it; at tables with classic rules those who played the hand can look at it afterwards, under Last hand.
help-connection = Lost connections and time
help-connection-lost = If you lose the connection in a hand and are back before your time is over, your clock gets more time, once a turn: 20 seconds, unless the table has another rule. The page comes back by itself.
help-connection-time-out = If your time runs out, the room checks for you where that is free, and folds otherwise. You then sit out, and your seat and chips are kept for a while.
help-connection-protected = At tables with party rules who has chips in the pot is not folded but protected: you stay in, all-in for what you have put in, and win what that can win. Chips behind are safe.
help-connection-stopped = A hand that has begun is played to its end. If the room itself stops, nothing is lost: the hand goes on where it was, with fresh clocks.
help-keys = Keys at the table
key-fold = F
    .does = fold
key-pass = C
    .does = check or call
key-raise = R
    .does = bet or raise
key-sizes = 1 – 4
    .does = least, half the pot, three quarters, the pot
key-arrows = ↑ ↓
    .does = more, less
key-chat = T
    .does = talk
key-last-hand = L
    .does = last hand
key-sit-out = S
    .does = sit out next hand
key-aloud = H B P O
    .does = have your hand, the board, the pot, the opponents read aloud
key-help = ?
    .does = this help

## Lobby and account

house = omaha8
lobby = Tables
structure = Structure
structure-fl = FL
structure-pl = PL
structure-nl = NL
structure-mixed = Mixed
filter-all = All
filter-fl = Fixed
filter-pl = Pot
filter-nl = No limit
filter-mixed = Mixed
free-seats-only = Free seats only
stakes = Stakes
seats = Seats
average-pot = Average pot
players-per-flop = Players / flop
hands-per-hour = Hands / h
none = –
percent = { $share } %
card-pot = pot { $chips }
card-flop = flop { $share } %
card-hands = { $hands }/h
seats-taken = { $taken }/{ $seats }
take-seat = Take seat
back-to-seat = Your seat
watch = Watch
waiting = Waiting
take-kept-seat = Take your seat
open-table = { $action } at { $table }
table-rules = { $profile } rules · buy-in { $least } to { $most }{ $cards ->
    [4] {""}
   *[other] {" "}· { $cards } cards
}
profile-classic = classic
profile-party = party
profile-russian = russian
lobby-unreachable = The room does not answer. Trying again.
no-tables = No table fits.
at-tables = { $count ->
    [0] no people at the tables
    [one] one person at the tables
   *[other] { $count } people at the tables
}
account = You
account-of = Your name and chips
your-name = Your name
your-name-hint = Shown from the next time you sit down.
save = Save
your-chips = Chips: { $chips }
refill = Take { $chips }
next-refill = more in { $minutes } min
next-refill-hours = more in { $hours } h

## Odds

odds-page = Odds
odds-hand = Hand { $number }
odds-board = Board
odds-dead = Dead cards
odds-hint = AsKs2s3h, or a range like A2$ds
odds-examples = What can I write for a hand?
odds-examples-how = Cards, or a range: all hands that a player may hold. Press an example to try it.
odds-example-write = { $example }: write it into hand { $hand }
odds-example-hand = exactly these cards; five and six are hands too
odds-example-pair = two aces and any other cards
odds-example-ranks = an ace, a two and any other cards
odds-example-suits = the same, double-suited
odds-example-either = two aces or two kings
odds-example-percent = the best 15 % of all hands of four cards
odds-example-any = any hand
odds-board-hint = flop, turn or river
odds-dead-hint = known to be out
odds-remove = Remove hand { $number }
odds-add = Add a hand
odds-clear = Clear
odds-count = Count
odds-too-few = To count, write two hands or more; * stands for any hand.
odds-counting = Counting…
odds-samples = Draw samples only
odds-deck = The deck
odds-used = { $card }, in { $place }
odds-hands = Hand
odds-equity = Equity
odds-top = top { $share } % of all hands
odds-halves = Each half, won alone and tied
odds-half = { $win } % · { $tie } %
odds-scoop = Scoop
odds-quartered = Quartered
odds-wrong = { $place }{ $at ->
    [none] {""}
   *[other] , place { $at }
}: { $why }
odds-all-boards = All { $boards } deals counted; nobody has a low on { $no_low } % of them.
odds-drawn = { $boards } deals drawn, standard error { $error } points; nobody has a low on { $no_low } %.

## Refusals, by code

refused-odds-player-count = Odds are those of two to ten hands.
refused-odds-bad-card = { $text } is no card. Write a rank and a suit, like As or Td.
refused-odds-repeated-card = { $first ->
    [hand] { $card } stands in hand { $number } already.
    [board] { $card } lies on the board already.
    [dead] { $card } is among the dead cards already.
   *[same] { $card } stands twice.
} A deck has each card once.
refused-odds-card-count = { $of ->
    [hand] A hand has four, five or six cards, and all hands have the same number.
    [board] A board has no, three, four or five cards.
   *[all] Too few cards are left for the board.
}
refused-odds-bad-range = That cannot be read as a range.
refused-odds-empty-range = No hand is left of this range.
refused-odds-conflicting-ranges = { $of ->
    [hand] Every hand here has a card that others hold.
   *[all] These hands can hardly be held at the same time.
}
refused-odds-bad-message = The room cannot read that.
refused-odds-too-large = That is more than the room reads.
refused-odds-busy = Many are asking. Try again in a moment.
refused-odds-too-long = That takes too long. Draw samples, or ask about fewer hands.
refused-odds-failed = The counting broke off. Try again.
refused-odds-store-failed = The room cannot write to its disk just now. Try again.
refused-odds-unknown = Something went wrong in the room. Try again.
refused-odds-not-signed-in = Open the tables first.

refused-unknown = The room refused that: { $code }
refused-hand-ended = The hand is over.
refused-not-in-hand = You are not in this hand.
refused-not-your-turn = It is not your turn.
refused-cannot-check = There is a bet to call.
refused-nothing-to-call = There is nothing to call.
refused-already-bet = Somebody has bet already: raise instead.
refused-nothing-to-raise = Nobody has bet yet: bet instead.
refused-capped = Four bets stand: no more raises on this street.
refused-not-reopened = Only short all-ins since you acted: call or fold.
refused-nobody-to-answer = Nobody with chips is left to answer a raise.
refused-stack-too-short = Calling takes all your chips.
refused-bad-amount = That is no number of chips.
refused-bet-too-small = That bet is too small.
refused-bet-too-large = That bet is too large.
refused-raise-too-small = That raise is too small.
refused-raise-too-large = That raise is too large.
refused-not-at-showdown = It is not the showdown.
refused-showdown-now = The betting is over: show or muck.
refused-cards-unknown = Those cards are not known.
refused-nothing-to-protect = There is nothing to protect.
refused-no-such-seat = There is no such seat.
refused-seat-taken = Somebody was faster: the seat is taken.
refused-seat-kept = That seat is kept for who waits. Put yourself on the list.
refused-seat-free = A seat is free: take it.
refused-already-waiting = You wait for a seat already.
refused-not-waiting = You do not wait for a seat here.
refused-list-full = { $most } players wait already. Try again later.
refused-already-seated = You have a seat here already.
refused-not-seated = You have no seat here.
refused-buy-in-range = Bring { $least } to { $most } chips.
refused-top-up-range = Add { $least } to { $most } chips.
refused-stack-full = Your stack is at the table’s maximum.
refused-in-hand = Not while you are in a hand.
refused-already-sitting-out = You are sitting out already.
refused-not-sitting-out = You are not sitting out.
refused-no-hand = There is no hand.
refused-stale-turn = That came too late: the turn was over.
refused-too-early = That came too early.
refused-bad-message = The room did not understand the page.
refused-no-account-chips = Your account has too few chips.
refused-rate-limited = Slower, please.
refused-muted = You may not talk at this table.
refused-no-refill = No more chips to be had yet.
refused-bad-name = A name is 1 to 20 letters, digits and signs.
refused-too-many-guests = Too many new players have come from your address lately. You can look on; try again in an hour.
refused-not-signed-in = The room does not know you any more. Load the page again.
refused-store-failed = The room could not write that down. Try again.
refused-offline = The room does not answer.
