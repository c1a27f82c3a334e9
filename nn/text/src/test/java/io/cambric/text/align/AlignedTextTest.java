package io.cambric.text.align;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AlignedTextTest {

  private static String offsets(AlignedText text) {
    return IntStream.range(0, text.length())
        .mapToObj(i -> text.start(i) + "-" + text.end(i))
        .collect(Collectors.joining(" "));
  }

  @Test
  void each_character_comes_from_itself() {
    assertThat(offsets(AlignedText.of("abc"))).isEqualTo("0-1 1-2 2-3");
  }

  @Test
  void both_halves_of_a_pair_of_surrogates_come_from_one_code_point() {
    assertThat(offsets(AlignedText.of("a\ud83d\ude42b"))).isEqualTo("0-1 1-2 1-2 2-3");
  }

  @Test
  void a_part_keeps_its_place_in_the_original() {
    assertThat(offsets(AlignedText.of("abcd").slice(1, 3))).isEqualTo("1-2 2-3");
    assertThat(offsets(AlignedText.of("\ud83d\ude42bcd").slice(2, 4))).isEqualTo("1-2 2-3");
    assertThat(AlignedText.of("abcd").slice(2, 4).origin()).isEqualTo(2);
  }

  @Test
  void a_text_in_front_comes_from_the_first_character() {
    var prepended = AlignedText.of("bc").prepend("__");

    assertThat(prepended.text()).isEqualTo("__bc");
    assertThat(offsets(prepended)).isEqualTo("0-1 0-1 0-1 1-2");
    assertThat(AlignedText.of("").prepend("_").text()).isEmpty();
  }

  @Test
  void an_inserted_character_comes_from_the_one_before() {
    var edit = TextEdit.of(AlignedText.of("ab"));
    edit.put('x', 0);
    edit.put('y', 1);
    edit.put('b', 0);

    assertThat(edit.done().text()).isEqualTo("xyb");
    assertThat(offsets(edit.done())).isEqualTo("0-1 0-1 1-2");
  }

  @Test
  void a_replacing_character_can_stand_before_others_that_are_left_out() {
    var edit = TextEdit.of(AlignedText.of("abcd"));
    edit.skip(1);
    edit.put('b', -1);
    edit.put('d', 0);

    assertThat(edit.done().text()).isEqualTo("bd");
    assertThat(offsets(edit.done())).isEqualTo("1-2 3-4");
  }

  @Test
  void an_edit_that_changes_nothing_returns_its_source() {
    var source = AlignedText.of("ab");
    var edit = TextEdit.of(source);
    edit.put('a', 0);
    edit.copy(1, 2);

    assertThat(edit.done()).isSameAs(source);
  }

  @Test
  void the_bytes_of_a_character_come_from_it() {
    var bytes = ByteAlphabet.apply(AlignedText.of("a \u00e9"));

    assertThat(bytes.text()).isEqualTo("a\u0120\u00c3\u00a9");
    assertThat(offsets(bytes)).isEqualTo("0-1 1-2 2-3 2-3");
  }

  @Test
  void each_byte_has_a_character_of_its_own() {
    for (int value = 0; value < 256; value++) {
      assertThat(ByteAlphabet.value(ByteAlphabet.character(value))).isEqualTo(value);
    }
    assertThat(ByteAlphabet.value(' ')).isEqualTo(-1);
    assertThat(ByteAlphabet.value(0x4e00)).isEqualTo(-1);
  }
}
