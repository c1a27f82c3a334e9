package io.cambric.numpy;

import static io.cambric.numpy.Numpy.ones;
import static io.cambric.numpy.Numpy.where;
import static io.cambric.numpy.Numpy.zeros;
import static io.cambric.transform.Transforms.jit;
import static io.cambric.transform.Transforms.vmap;
import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Compiled reductions over an axis without elements. */
class EmptyReductionsTest {

  static Stream<Arguments> shapes() {
    return Stream.of(
        Arguments.of(Shape.of(2, 0, 3), Shape.of(2, 1, 3), 0),
        Arguments.of(Shape.of(2, 0, 3), Shape.of(2, 1, 1), 0),
        Arguments.of(Shape.of(2, 3, 0), Shape.of(2, 3, 1), 1),
        Arguments.of(Shape.of(2, 0, 3, 4), Shape.of(2, 1, 3, 1), 0),
        Arguments.of(Shape.of(2, 5, 0, 4), Shape.of(2, 5, 1, 4), 1));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void are_the_neutral_element_when_work_with_a_broadcast_operand_is_fused(
      Shape shape, Shape chosen, int axis) {
    var products =
        jit(vmap((Array x, Array kept) -> where(kept, x, ones()).prod(axis)))
            .apply(zeros(shape), ones(chosen).gt(0));
    var sums =
        jit(vmap((Array x, Array kept) -> where(kept, x, ones()).sum(axis)))
            .apply(zeros(shape), ones(chosen).gt(0));

    assertThat(products.toFloats()).hasSize(products.size()).containsOnly(1);
    assertThat(sums.toFloats()).hasSize(sums.size()).containsOnly(0);
  }
}
