package io.cambric.optax.base;

import static io.cambric.optax.base.Near.assertNear;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.core.Array;
import io.cambric.optax.Optax;
import io.cambric.transform.Transforms;
import org.junit.jupiter.api.Test;

/** Norms with a lower bound. The numbers are those of optax 0.2.8. */
class NormsTest {

  private static final Array ROWS = Sample.row(3, 4, 0, 0).reshape(2, 2);

  @Test
  void norms_are_at_least_the_bound() {
    assertNear(Optax.safeNorm(Sample.row(3, 4), 1e-3), 5);
    assertNear(Optax.safeNorm(Sample.row(3e-4f, 4e-4f), 1e-3), 1e-3);
    assertNear(Optax.safeRootMeanSquares(Sample.row(3, 4), 1e-3), 3.53553391);
    assertNear(Optax.safeRootMeanSquares(Sample.row(3e-4f, 4e-4f), 1e-3), 1e-3);
  }

  @Test
  void gradients_are_zero_where_the_bound_holds() {
    var norm = Transforms.grad((Array x) -> Optax.safeNorm(x, 1e-3));
    assertNear(norm.apply(Sample.row(3, 4)), 0.600000024, 0.800000012);
    assertNear(norm.apply(Sample.row(0, 0)), 0, 0);
    assertNear(norm.apply(Sample.row(3e-4f, 4e-4f)), 0, 0);
    var rms = Transforms.grad((Array x) -> Optax.safeRootMeanSquares(x, 1e-3));
    assertNear(rms.apply(Sample.row(3, 4)), 0.424264073, 0.565685451);
    assertNear(rms.apply(Sample.row(0, 0)), 0, 0);
  }

  @Test
  void norms_may_be_over_axes() {
    assertNear(Optax.safeNorm(ROWS, 1, Axes.of(1), false), 5, 1);
    assertThat(Optax.safeNorm(ROWS, 1, Axes.of(1), true).shape().toArray()).containsExactly(2, 1);
    var gradient = Transforms.grad((Array x) -> Optax.safeNorm(x, 1, Axes.of(1), false).sum());
    assertNear(gradient.apply(ROWS).reshape(4), 0.600000024, 0.800000012, 0, 0);
  }

  @Test
  void norms_may_be_of_another_order() {
    assertNear(Optax.safeNorm(ROWS, 1, 1, Axes.of(1), false), 7, 1);
    assertNear(Optax.safeNorm(ROWS, 1, 3, Axes.of(1), false), 4.49794149, 1);
    assertThat(Optax.safeNorm(ROWS, 1, 3, Axes.of(1), true).shape().toArray())
        .containsExactly(2, 1);
    var gradient = Transforms.grad((Array x) -> Optax.safeNorm(x, 1, 3, Axes.of(1), false).sum());
    assertNear(gradient.apply(ROWS).reshape(4), 0.444851428, 0.790847003, 0, 0);
  }
}
