"""Cards and decks: reading, printing, and what is refused."""

import pytest

from omaha8.cards import (
    CARD_NAMES,
    FULL_DECK,
    Card,
    Deck,
    card_name,
    format_cards,
    parse_card,
    parse_cards,
    refuse_repeats,
)
from omaha8.errors import CardError, InputError


def test_r1_1_a_deck_has_52_different_cards() -> None:
    assert len(FULL_DECK) == len(set(CARD_NAMES)) == 52
    assert (card_name(FULL_DECK[0]), card_name(FULL_DECK[51])) == ("2c", "As")


def test_every_card_is_read_as_it_is_printed() -> None:
    assert [parse_card(name) for name in CARD_NAMES] == list(FULL_DECK)
    assert [card_name(card) for card in FULL_DECK] == list(CARD_NAMES)


@pytest.mark.parametrize("text", ["AsKd2c", "As Kd 2c", "  As\tKd\n2c "])
def test_cards_are_read_with_or_without_blanks(text: str) -> None:
    assert format_cards(parse_cards(text)) == "AsKd2c"


def test_no_cards_are_no_cards() -> None:
    assert parse_cards(" ") == ()
    assert format_cards(()) == ""


@pytest.mark.parametrize("text", ["", "A", "as", "AS", "1s", "10s", "Ax", "A♠", "Ass", "sA", "?", " As"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_card(text, "seat 3")
    assert (refused.value.code, refused.value.where) == ("bad_card", "seat 3")
    assert repr(text) in refused.value.message
    assert "23456789TJQKA" in refused.value.message


@pytest.mark.parametrize("text", ["AsK", "As10d", "As,Kd", "AsKdXx"])
def test_cards_with_something_else_among_them_are_refused(text: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_cards(text, "board")
    assert (refused.value.code, refused.value.where) == ("bad_card", "board")


def test_r1_1_a_card_twice_is_refused() -> None:
    with pytest.raises(CardError) as refused:
        parse_cards("As Kd As", "board")
    assert (refused.value.code, refused.value.where) == ("repeated_card", "board")
    assert refused.value.message.startswith("As ")
    refuse_repeats(FULL_DECK)


def test_an_error_tells_where_and_is_one_family() -> None:
    error = CardError("bad_card", "no such card", "seat 2")
    assert isinstance(error, InputError)
    assert isinstance(error, ValueError)
    assert str(error) == "seat 2: no such card"
    assert str(CardError("bad_card", "no such card")) == "no such card"


def test_unknown_cards_print_as_question_marks() -> None:
    assert format_cards((FULL_DECK[51], None), " ") == "As ?"


def test_r3_1_hole_cards_are_dealt_one_at_a_time_and_the_board_follows() -> None:
    deck = Deck(FULL_DECK)
    assert deck.hole_cards(0, players=3, count=4) == (0, 3, 6, 9)
    assert deck.hole_cards(2, players=3, count=4) == (2, 5, 8, 11)
    assert deck.board(players=3, count=4) == (12, 13, 14, 15, 16)


def test_no_card_of_a_deck_is_printed() -> None:
    deck = Deck((Card(51), None, Card(3)))
    assert repr(deck) == str(deck) == "Deck(3 cards)"
