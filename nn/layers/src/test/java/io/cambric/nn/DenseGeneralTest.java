package io.cambric.nn;

import static io.cambric.numpy.Initializers.ones;
import static io.cambric.testing.Near.assertNear;
import static io.cambric.testing.Near.ones;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.cambric.array.Axes;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.HyperparameterException;
import io.cambric.lax.Lax;
import io.cambric.numpy.Initializer;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.testing.Near;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DenseGeneralTest {

  private static final Key KEY = Key.of(0);

  private static DenseGeneral ofOnes(List<Integer> features, Axes axis) {
    return DenseGeneral.of(features, axis).withKernelInit(ones()).withBiasInit(ones());
  }

  @Test
  void one_axis_may_become_several() {
    var y =
        DenseGeneral.of(2, 2)
            .withKernelInit(ones())
            .withBiasInit(ones())
            .initWithOutput(KEY, ones(1, 3))
            .output();
    assertThat(y.shape()).isEqualTo(Shape.of(1, 2, 2));
    assertNear(y, 4, 4, 4, 4);
  }

  @Test
  void several_axes_may_become_one() {
    var y = ofOnes(List.of(3), Axes.of(-2, 2)).initWithOutput(KEY, ones(1, 2, 2)).output();
    assertNear(y, 5, 5, 5);
  }

  @Test
  void axes_that_are_not_mapped_come_before_the_features() {
    var made = DenseGeneral.of(List.of(6), Axes.of(1)).initWithOutput(KEY, ones(2, 4, 8));
    assertThat(made.variables().params().get("kernel").shape()).isEqualTo(Shape.of(4, 6));
    assertThat(made.output().shape()).isEqualTo(Shape.of(2, 8, 6));
    made = DenseGeneral.of(List.of(6), Axes.of(0, 1)).initWithOutput(KEY, ones(2, 4, 8));
    assertThat(made.variables().params().get("kernel").shape()).isEqualTo(Shape.of(2, 4, 6));
    assertThat(made.output().shape()).isEqualTo(Shape.of(8, 6));
  }

  @Test
  void batch_axes_have_kernels_of_their_own_made_by_one_call_on_a_flattened_shape() {
    var shapes = new ArrayList<Shape>();
    Initializer recording =
        (key, shape, dtype) -> {
          shapes.add(shape);
          return Numpy.full(shape, 1, dtype);
        };
    var made =
        DenseGeneral.of(List.of(7), Axes.of(3, -2))
            .withBatchDims(Axes.of(0))
            .withKernelInit(recording)
            .withBiasInit(ones())
            .initWithOutput(KEY, ones(2, 1, 3, 5));
    assertThat(made.output().shape()).isEqualTo(Shape.of(2, 1, 7));
    assertThat(made.output().toFloats()).containsOnly(16);
    assertThat(made.variables().params().get("kernel").shape()).isEqualTo(Shape.of(2, 3, 5, 7));
    assertThat(made.variables().params().get("bias").shape()).isEqualTo(Shape.of(2, 7));
    assertThat(shapes).containsExactly(Shape.of(30, 7));
  }

  @Test
  void values_are_those_of_the_einsum() {
    var x = Near.range(2, 3, 4).div(10);
    var made = DenseGeneral.of(List.of(2), Axes.of(2, 1)).initWithOutput(KEY, x);
    var kernel = made.variables().params().get("kernel");
    Array expected = Lax.reshape(x, Shape.of(2, 12)).matmul(kernel.reshape(12, 2));
    assertThat(kernel.shape()).isEqualTo(Shape.of(3, 4, 2));
    assertThat(made.output().sub(expected).abs().max().item()).isLessThan(1e-6);
  }

  @Test
  void batch_axes_that_do_not_lead_are_refused() {
    assertThatExceptionOfType(HyperparameterException.class)
        .isThrownBy(() -> DenseGeneral.of(4).withBatchDims(Axes.of(0, 2)))
        .withMessageContaining(
            "DenseGeneral needs batch dims that are the leading axes 0, 1, ..., but got [0, 2]."
                + " Move the batch axes to the front.");
  }
}
