package io.cambric.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.ConvDims;
import io.cambric.lax.dims.Padding;
import io.cambric.numpy.Activations;
import io.cambric.numpy.Numpy;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.ArrayFn;
import io.cambric.transform.result.Carry;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Costs of programs; those in the table are what XLA counts before it optimises, in JAX 0.10.2. */
class CostsTest {

  private static final Array X = Numpy.ones(8, 4);
  private static final Array W = Numpy.ones(4, 3);

  /** Batch, height, width, features; the kernel has its features last. */
  private static final ConvDims IMAGES =
      new ConvDims(Axes.of(0, 3, 1, 2), Axes.of(3, 2, 0, 1), Axes.of(0, 3, 1, 2));

  private static Costs costs(ArrayFn function) {
    return Costs.of(Transforms.makeJaxpr(function, X));
  }

  private static Arguments row(String name, long flops, long transcendentals, ArrayFn function) {
    return Arguments.of(name, flops, transcendentals, function);
  }

  static Stream<Arguments> programs() {
    return Stream.of(
        row("matmul", 192, 0, x -> x.matmul(W)),
        row("add", 32, 0, x -> x.add(1)),
        row("tanh", 0, 32, x -> x.tanh()),
        row("relu", 32, 0, Activations::relu),
        row("sum", 31, 0, x -> x.sum()),
        row("sum of columns", 28, 0, x -> x.sum(0)),
        row("broadcast", 0, 0, x -> Numpy.broadcastTo(x, Shape.of(5, 8, 4))),
        row("reshape", 0, 0, x -> x.reshape(4, 8)),
        row("compare", 32, 0, x -> x.gt(1)),
        row("convert", 32, 0, x -> x.astype(DType.I32)),
        row("sqrt", 0, 32, x -> x.sqrt()),
        row("concatenate", 0, 0, x -> Numpy.concatenate(List.of(x, x))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void costs_are_those_of_xla(String name, long flops, long transcendentals, ArrayFn function) {
    assertThat(costs(function)).as(name).isEqualTo(new Costs(flops, transcendentals));
  }

  @Test
  void products_with_padding_do_not_count() {
    var image = Numpy.ones(2, 8, 8, 3);
    var kernel = Numpy.ones(3, 3, 3, 5);
    assertThat(conv(image, kernel, Padding.SAME)).isEqualTo(new Costs(29040, 0));
    assertThat(conv(image, kernel, Padding.VALID)).isEqualTo(new Costs(19440, 0));
  }

  private static Costs conv(Array image, Array kernel, Padding padding) {
    return Costs.of(
        Transforms.makeJaxpr(x -> Lax.conv(x, kernel, Axes.of(1, 1), padding, IMAGES), image));
  }

  @Test
  void a_scan_costs_its_body_in_each_iteration() {
    var costs =
        costs(x ->
            Transforms.scan(
                    (Array carry, Array row) -> new Carry<>(carry.mul(row), row.exp()),
                    Numpy.ones(4),
                    x)
                .carry());
    assertThat(costs).isEqualTo(new Costs(32, 32));
  }

  @Test
  void a_choice_costs_its_most_costly_branch_and_a_while_loop_one_iteration() {
    assertThat(costs(x -> Transforms.cond(x.sum().gt(0), y -> y.add(1).mul(2), y -> y.add(1), x)))
        .isEqualTo(new Costs(31 + 1 + 64 + 1, 0));
    assertThat(costs(x -> Transforms.whileLoop(y -> y.get(0, 0).lt(9), (Array y) -> y.add(1), x)))
        .isEqualTo(new Costs(32 + 1, 0));
  }
}
