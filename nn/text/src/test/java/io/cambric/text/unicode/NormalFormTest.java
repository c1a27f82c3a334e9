package io.cambric.text.unicode;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NormalFormTest {

  private static String normalize(NormalForm form, String text) {
    var normalized = new StringBuilder();
    form.normalize(text, (c, _) -> normalized.appendCodePoint(c));
    return normalized.toString();
  }

  private static List<String> changes(NormalForm form, String text) {
    var changes = new ArrayList<String>();
    form.normalize(text, (c, change) -> changes.add("%x:%d".formatted(c, change)));
    return changes;
  }

  /** Characters of Unicode 9 and before. */
  @ParameterizedTest
  @EnumSource
  void texts_of_old_characters_are_normalized_as_by_java(NormalForm form) {
    var random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      var text = new StringBuilder();
      int length = 1 + random.nextInt(8);
      for (int j = 0; j < length; j++) {
        text.appendCodePoint(
            switch (random.nextInt(6)) {
              case 0 -> 'a' + random.nextInt(26);
              case 1 -> 0xc0 + random.nextInt(0x180);
              case 2 -> 0x1e00 + random.nextInt(0x100);
              case 3 -> 0x1100 + random.nextInt(0xff);
              case 4 -> 0xac00 + random.nextInt(0x2ba3);
              default -> 0x300 + random.nextInt(0x40);
            });
      }
      var expected = Normalizer.normalize(text, Normalizer.Form.valueOf(form.name()));
      assertThat(normalize(form, text.toString())).as(text.toString()).isEqualTo(expected);
    }
  }

  @Test
  void the_parts_of_a_character_are_inserted_behind_the_first() {
    assertThat(changes(NormalForm.NFD, "\u00e9x")).containsExactly("65:0", "301:1", "78:0");
  }

  @Test
  void a_composed_character_stands_for_its_parts() {
    assertThat(changes(NormalForm.NFC, "e\u0301x")).containsExactly("e9:-1", "78:0");
    assertThat(changes(NormalForm.NFC, "\u1100\u1161\u11a8")).containsExactly("ac01:-2");
  }

  @Test
  void marks_come_in_the_order_of_their_classes() {
    assertThat(normalize(NormalForm.NFD, "a\u0301\u0323")).isEqualTo("a\u0323\u0301");
    assertThat(normalize(NormalForm.NFC, "a\u0301\u0323")).isEqualTo("\u1ea1\u0301");
  }

  @Test
  void compatible_forms_are_decomposed() {
    assertThat(normalize(NormalForm.NFKC, "\ufb01 \u2460 \uff21")).isEqualTo("fi 1 A");
    assertThat(normalize(NormalForm.NFC, "\ufb01")).isEqualTo("\ufb01");
  }

  @Test
  void a_character_of_unicode_12_stays() {
    assertThat(normalize(NormalForm.NFKC, "\u32ff")).isEqualTo("\u32ff");
  }

  @Test
  void many_marks_take_no_more_than_time_in_proportion() {
    var text = "a" + "\u0301\u0323".repeat(100_000);

    assertThat(normalize(NormalForm.NFD, text))
        .isEqualTo("a" + "\u0323".repeat(100_000) + "\u0301".repeat(100_000));
  }

  @Test
  void plain_texts_need_no_pass() {
    assertThat(NormalForm.NFD.keeps("plain")).isTrue();
    assertThat(NormalForm.NFC.keeps("caf\u00e9")).isTrue();
    assertThat(NormalForm.NFD.keeps("caf\u00e9")).isFalse();
    assertThat(NormalForm.NFKC.keeps("1\u00bd")).isFalse();
  }
}
