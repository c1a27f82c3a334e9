package io.cambric.optax.contrib;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.ShapeException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.optax.base.Sample;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferentiallyPrivateAggregateTest {

  private static final Map<String, Array> EXAMPLES =
      Map.of("a", Numpy.stack(Sample.GRADS.stream().map(each -> each.get("a")).toList(), 0));

  @Test
  void gradients_of_examples_are_clipped_summed_and_blurred() {
    var tx = Contrib.differentiallyPrivateAggregate(1, 0.5, Key.of(3));
    var updates = tx.update(EXAMPLES, tx.init(Sample.PARAMS), null).updates();
    // Optax 0.2.8
    assertNear(updates.get("a"), 0.27032995, 0.22896934, -0.23491602);
  }

  @Test
  void an_example_without_gradient_stays_zero() {
    var tx = Contrib.differentiallyPrivateAggregate(1, 0, Key.of(0));
    var zeros = Map.of("a", (Array) NdArray.of(Shape.of(2, 1), 0f, 3f));
    assertNear(tx.update(zeros, tx.init(zeros), null).updates().get("a"), 0.5);
  }

  @Test
  void leaves_without_examples_are_refused() {
    var tx = Contrib.dpsgd(0.1, 1, 0.5, Key.of(0));
    var grads = Map.of("a", (Array) NdArray.scalar(DType.F32, 1));
    assertThatExceptionOfType(ShapeException.class)
        .isThrownBy(() -> tx.update(grads, tx.init(grads), null))
        .withMessage(
            "differentially_private_aggregate needs updates with the examples along axis 0 of each"
                + " leaf, but got [f32[]]. Map the gradient over the examples with vmap.");
  }
}
