package io.cambric.conformance.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ConditioningTest {

  private static final NdArray X = NdArray.of(Shape.of(2), 1, 3);

  private final Check check = new Check();

  @Test
  void what_an_ulp_of_the_input_moves_as_far_passes_and_is_noted() {
    // (x - 1) * 1e7 moves by more than 0.5 when x does by an ulp.
    compare(NdArray.of(Shape.of(2), 1, 2e7f), x -> x.sub(1).mul(1e7));

    assertThat(check.differences()).isEmpty();
    assertThat(check.isConditioned()).isTrue();
  }

  @Test
  void what_differs_more_fails_as_it_would_have() {
    compare(NdArray.of(Shape.of(2), 1.1f, 3), x -> x);

    assertThat(check.differences()).singleElement().asString().startsWith("g: 1 of 2");
    assertThat(check.isConditioned()).isFalse();
  }

  @Test
  void what_is_within_the_tolerance_is_not_noted() {
    compare(X, x -> x);

    assertThat(check.differences()).isEmpty();
    assertThat(check.isConditioned()).isFalse();
  }

  private void compare(NdArray expected, UnaryOperator<Array> function) {
    Conditioning.check(
        (move, attempt) ->
            attempt.array(
                "g", expected, function.apply((Array) move.apply(X)), Tolerance.of(1e-5, 0)),
        check);
  }
}
