package io.cambric.examples.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.offset;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentencePairsTest {

  @TempDir private Path folder;

  @Test
  void a_third_of_the_pairs_is_held_back() {
    var pairs = SentencePairs.builtIn(0);

    assertThat(pairs.training()).hasSize(80);
    assertThat(pairs.heldBack()).hasSize(40);
    assertThat(pairs.targets()).hasSize(120);
    var shared = new HashSet<>(pairs.training());
    shared.retainAll(pairs.heldBack());
    assertThat(shared).isEmpty();
    assertThat(SentencePairs.builtIn(0)).isEqualTo(pairs);
    assertThat(SentencePairs.builtIn(1)).isNotEqualTo(pairs);
  }

  @Test
  void a_line_without_a_tab_is_refused_with_its_number() throws IOException {
    var file = folder.resolve("pairs.tsv");
    Files.writeString(file, "a\tb\n\nonly one\n");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentencePairs.read(file, 0))
        .withMessageStartingWith(
            "Line 3 of %s needs two texts separated by a tab, but has 1. Write both."
                .formatted(file));
  }

  @Test
  void few_pairs_and_files_that_are_missing_are_refused() throws IOException {
    var file = folder.resolve("pairs.tsv");
    Files.writeString(file, "a\tb\n");

    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentencePairs.read(file, 0))
        .withMessageStartingWith(
            "File %s needs at least 6 pairs, one in each line, but has 1. Add more."
                .formatted(file));
    assertThatExceptionOfType(DataException.class)
        .isThrownBy(() -> SentencePairs.read(folder.resolve("none"), 0))
        .withMessageContaining("must be text in UTF-8");
  }

  @Test
  void the_loss_is_that_of_the_softmax_in_both_directions() {
    var queries = NdArray.of(Shape.of(2, 2), new float[] {1, 0, 0, 1});
    var targets = NdArray.of(Shape.of(2, 2), new float[] {0.8f, 0.6f, 0.6f, 0.8f});

    double right = Math.log(1 + Math.exp(20 * (0.6 - 0.8)));
    assertThat(ContrastiveTuning.loss(queries, targets).item()).isCloseTo(right, offset(1e-5));
  }

  @Test
  void the_cosine_does_not_depend_on_lengths() {
    assertThat(Similarities.cosine(new float[] {3, 4}, new float[] {6, 8})).isEqualTo(1);
    assertThat(Similarities.cosine(new float[] {1, 0}, new float[] {0, 2})).isZero();
    var table = Similarities.of(List.of("a", "b"), List.of(new float[] {1}, new float[] {-2}));
    assertThat(table.toText().lines().toList())
        .containsExactly("            1       2", "    1  1.0000 -1.0000", "    2 -1.0000  1.0000");
  }
}
