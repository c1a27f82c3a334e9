package io.cambric.examples.seq2seq;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdditionsTest {

  private static List<String> texts(Array rows) {
    var texts = new ArrayList<String>();
    for (int row = 0; row < rows.dim(0); row++) {
      var ids = new int[rows.dim(1)];
      for (int i = 0; i < ids.length; i++) {
        ids[i] = (int) rows.get(row, i).item();
      }
      texts.add(Alphabet.decode(ids));
    }
    return texts;
  }

  @Test
  void a_text_has_its_end_and_padding() {
    assertThat(Alphabet.encode("1+0", 6)).containsExactly(4, 2, 3, Alphabet.END, 0, 0);
    assertThat(Alphabet.decode(new int[] {4, 2, 3, Alphabet.END, 5})).isEqualTo("1+0");
    assertThat(Alphabet.decode(new int[] {0, 13})).isEqualTo("_=");
  }

  @Test
  void answers_are_the_sums_of_questions() {
    var additions = Additions.training(3, true, 200, 5);
    assertThat(additions.questions().shape()).isEqualTo(Shape.of(200, 7));
    assertThat(additions.answers().shape()).isEqualTo(Shape.of(200, 6));
    var questions = texts(additions.questions());
    var answers = texts(additions.answers());
    for (int i = 0; i < 200; i++) {
      var terms = questions.get(i).split("\\+");
      int sum = Integer.parseInt(terms[0]) + Integer.parseInt(terms[1]);
      assertThat(answers.get(i)).isEqualTo("=" + sum);
    }
    var unitsFirst = texts(Additions.training(3, false, 200, 5).answers());
    assertThat(unitsFirst.getFirst())
        .isEqualTo("=" + new StringBuilder(answers.getFirst().substring(1)).reverse());
  }

  @Test
  void additions_of_the_test_are_different_and_never_trained_on() {
    var test = texts(Additions.test(2, false, 15, 1).questions());
    assertThat(test).doesNotHaveDuplicates();
    var trained = new HashSet<>(texts(Additions.training(2, false, 5000, 1).questions()));
    assertThat(trained).doesNotContainAnyElementsOf(test);
  }

  @Test
  void the_test_has_as_many_additions_as_it_says() {
    for (int digits = 2; digits <= 3; digits++) {
      int size = Additions.testSize(digits);
      assertThat(texts(Additions.test(digits, false, size, 3).questions())).hasSize(size);
    }
  }

  @Test
  void characters_count_up_to_the_end_of_an_answer() {
    var answers = NdArray.ofInts(Shape.of(2, 5), 13, 4, Alphabet.END, 0, 0, 13, 4, 5, 6, 1);
    var counts = Seq2SeqDef.counting(answers).concrete("counts");
    assertThat(counts.toFloats()).containsExactly(1, 1, 0, 0, 1, 1, 1, 1);
  }
}
