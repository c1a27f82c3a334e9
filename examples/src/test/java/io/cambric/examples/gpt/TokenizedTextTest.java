package io.cambric.examples.gpt;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.numpy.Key;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TokenizedTextTest {

  private static NdArray range(int from, int to) {
    return NdArray.ofInts(Shape.of(to - from), IntStream.range(from, to).toArray());
  }

  @Test
  void windows_of_an_epoch_have_each_token_once_and_the_one_behind() {
    var text = new TokenizedText(range(0, 100), range(100, 120));
    for (int epoch = 0; epoch < 5; epoch++) {
      var seen = new HashSet<Integer>();
      try (var batches = text.windows(Key.of(epoch), 2, 8).iterator()) {
        while (batches.hasNext()) {
          var batch = batches.next();
          assertThat(batch.shape()).isEqualTo(Shape.of(2, 9));
          for (int row = 0; row < 2; row++) {
            int first = (int) batch.get(row, 0).item();
            for (int i = 0; i < 9; i++) {
              assertThat((int) batch.get(row, i).item()).isEqualTo(first + i);
              assertThat(i == 8 || seen.add(first + i)).isTrue();
            }
          }
        }
      }
      assertThat(seen).hasSizeBetween(80, 96);
    }
  }

  @Test
  void epochs_are_cut_at_other_places() {
    var text = new TokenizedText(range(0, 100), range(100, 120));
    var firsts = new HashSet<Integer>();
    for (int epoch = 0; epoch < 20; epoch++) {
      try (var batches = text.windows(Key.of(epoch), 1, 8).iterator()) {
        firsts.add((int) batches.next().get(0, 0).item() % 8);
      }
    }
    assertThat(firsts).hasSizeGreaterThan(4);
  }

  @Test
  void validation_windows_are_in_order_and_the_last_batch_may_be_smaller() {
    var text = new TokenizedText(range(0, 100), range(100, 126));
    var firsts = new ArrayList<Integer>();
    try (var batches = text.validationWindows(2, 8).iterator()) {
      while (batches.hasNext()) {
        Array batch = batches.next();
        for (int row = 0; row < batch.dim(0); row++) {
          firsts.add((int) batch.get(row, 0).item());
        }
      }
    }
    assertThat(firsts).containsExactly(100, 108, 116);
  }

  @Test
  void parts_of_a_text_are_whole_lines_and_make_the_text() {
    var line = "a".repeat(999) + "\n";
    var text = line.repeat(200) + "\ud83d\ude00".repeat(50_000);
    var parts = TextFile.parts(text);
    assertThat(String.join("", parts)).isEqualTo(text);
    assertThat(parts.getFirst()).endsWith("\n");
    assertThat(parts).allSatisfy(part -> assertThat(part.length()).isLessThanOrEqualTo(1 << 16));
    assertThat(parts)
        .allSatisfy(part -> assertThat(Character.isLowSurrogate(part.charAt(0))).isFalse());
  }
}
