package io.cambric.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PrepackedTest {

  private final Prepacked kept = new Prepacked(1);
  private int made;

  private float[] make(int length) {
    return kept.floats(length, target -> Arrays.fill(target, ++made));
  }

  @Test
  void what_is_made_serves_until_it_is_forgotten() {
    assertThat(make(2)).containsExactly(1, 1);
    assertThat(make(2)).containsExactly(1, 1);

    kept.forget();

    assertThat(make(2)).containsExactly(2, 2);
    assertThat(kept.operand()).isEqualTo(1);
  }

  @Test
  void memory_of_another_length_is_filled_anew() {
    make(2);

    assertThat(make(3)).containsExactly(2, 2, 2);
  }

  @Test
  void memory_is_used_again_after_it_is_forgotten() {
    float[] first = make(2);

    kept.forget();

    assertThat(make(2)).isSameAs(first);
  }

  @Test
  void what_could_not_be_made_is_made_by_the_next_call() {
    assertThatThrownBy(() ->
            kept.floats(
                2,
                _ -> {
                  throw new IllegalStateException("no");
                }))
        .hasMessage("no");

    assertThat(make(2)).containsExactly(1, 1);
  }
}
