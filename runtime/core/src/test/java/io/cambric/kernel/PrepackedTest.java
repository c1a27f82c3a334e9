package io.cambric.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PrepackedTest {

  private final Prepacked prepacked = new Prepacked(1);
  private int made;

  private float[] make(int length) {
    return prepacked.floats(length, target -> Arrays.fill(target, ++made));
  }

  @Test
  void the_packed_form_is_reused_until_it_is_invalidated() {
    assertThat(make(2)).containsExactly(1, 1);
    assertThat(make(2)).containsExactly(1, 1);

    prepacked.invalidate();

    assertThat(make(2)).containsExactly(2, 2);
    assertThat(prepacked.operand()).isEqualTo(1);
  }

  @Test
  void memory_of_another_length_is_packed_again() {
    make(2);

    assertThat(make(3)).containsExactly(2, 2, 2);
  }

  @Test
  void memory_is_reused_after_invalidation() {
    float[] first = make(2);

    prepacked.invalidate();

    assertThat(make(2)).isSameAs(first);
  }

  @Test
  void a_failed_packing_is_repeated_by_the_next_call() {
    assertThatThrownBy(() ->
            prepacked.floats(
                2,
                _ -> {
                  throw new IllegalStateException("no");
                }))
        .hasMessage("no");

    assertThat(make(2)).containsExactly(1, 1);
  }
}
