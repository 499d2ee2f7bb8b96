"""What may be answered to whom."""

from pbem.desk.matches.letters.reply_policy import AT_THE_DESK, Courtesy, by_mail


def test_a_person_gets_every_letter_while_there_is_room() -> None:
    assert by_mail(is_person=True, has_room=True) == Courtesy()


def test_without_room_a_person_hears_of_orders_that_were_taken_and_of_nothing_else() -> None:
    courtesy = by_mail(is_person=True, has_room=False)
    assert (courtesy.may_confirm, courtesy.may_answer, courtesy.may_pass_on) == (True, False, False)


def test_a_machine_gets_no_letter_but_what_it_tells_others_is_passed_on() -> None:
    courtesy = by_mail(is_person=False, has_room=True)
    assert (courtesy.may_confirm, courtesy.may_answer, courtesy.may_pass_on) == (False, False, True)


def test_at_the_desk_only_what_was_played_is_written_down_for_its_sender() -> None:
    assert (AT_THE_DESK.may_confirm, AT_THE_DESK.may_answer, AT_THE_DESK.may_pass_on) == (True, False, True)
